; Numbered types come out in the order of use
%5 = type { i8 }
%3 = type { i16 }
@a = global %5 zeroinitializer
@b = global %3 zeroinitializer
