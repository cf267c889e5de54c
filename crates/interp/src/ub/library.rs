//! The modelled C library: UB0801 to UB0899. Invalid memory accesses are in `memory`.

use crate::ub::kinds;

kinds! {
    UB0801 FREE_OF_OTHER "freeing memory that was not allocated" {
        what: "`free`, `realloc` and `delete` are given null, or what an allocation function returned: not the \
               address of a variable, of a stack object or of a function.",
        why: "The allocator would read the bytes before it as its own records.",
        section: "https://en.cppreference.com/w/c/memory/free",
    }
    UB0802 FREE_OF_INTERIOR "freeing from the middle of an allocation" {
        what: "`free`, `realloc` and `delete` are given the start of an allocation.",
        why: "The allocator would read the bytes before it as its own records.",
        section: "https://en.cppreference.com/w/c/memory/free",
    }
    UB0803 DOUBLE_FREE "freeing memory twice" {
        what: "Memory is given to `free`, `realloc` or `delete` once.",
        why: "It may be another object's by now, which would be freed.",
        section: "https://en.cppreference.com/w/c/memory/free",
    }
    UB0804 FREE_MISMATCH "freeing with the wrong function" {
        what: "Memory is freed by the function that belongs to the one that allocated it: `malloc` and `free`, `new` \
               and `delete`, `new[]` and `delete[]`, with the same size and alignment where these are given.",
        why: "They may be different allocators, and one keeps the length of an array where the other has none.",
        section: "https://en.cppreference.com/w/cpp/memory/new/operator_delete",
    }
    UB0805 OVERLAP "copying between places that overlap" {
        what: "What `memcpy`, `strcpy`, `strcat`, `sprintf` and their like read and what they write does not \
               overlap. `memmove` allows any.",
        why: "The order in which the bytes are copied is not specified.",
        section: "https://en.cppreference.com/w/c/string/byte/memcpy",
    }
    UB0806 UNTERMINATED_STRING "string without a terminating zero" {
        what: "Where a function takes a string, there is a zero byte before the end of the object.",
        why: "The function would read past the end of the object until it finds one.",
        section: "https://en.cppreference.com/w/c/string/byte",
    }
    UB0807 FORMAT "invalid format string" {
        what: "The format of `printf`, `scanf` and the like consists of characters and valid conversion specifications.",
        why: "The conversion determines how many arguments are read, and of which types.",
        section: "https://en.cppreference.com/w/c/io/fprintf",
    }
    UB0808 FORMAT_ARGUMENT "argument whose type does not match the format" {
        what: "Each conversion of a format has an argument of its type.",
        why: "Each type is passed in its own way: what is read would be part of the argument, or of another one.",
        section: "https://en.cppreference.com/w/c/io/fprintf",
    }
    UB0809 FORMAT_MISSING "fewer arguments than the format needs" {
        what: "Each conversion of a format has an argument.",
        why: "The memory after the last argument may hold anything.",
        section: "https://en.cppreference.com/w/c/io/fprintf",
    }
    UB0810 CHARACTER "character class of a value that is not a character" {
        what: "`isalpha`, `toupper` and their like are given the value of an `unsigned char`, or `EOF`.",
        why: "The value is used as the index into a table. Passing a negative `char` is the usual mistake.",
        section: "https://en.cppreference.com/w/c/string/byte/isalpha",
    }
    UB0811 NUMBER "number that does not fit the result" {
        what: "The results of `abs`, `div`, `atoi` and their like fit their types.",
        why: "The C standard leaves other results undefined.",
        section: "https://en.cppreference.com/w/c/numeric/math/abs",
    }
    UB0812 LONGJMP "`longjmp` with an invalid `jmp_buf`" {
        what: "`longjmp` is given what `setjmp` filled, in the same thread, in a function that has not returned \
               since.",
        why: "The stack frame to return to no longer exists.",
        section: "https://en.cppreference.com/w/c/program/longjmp",
    }
    UB0813 EXIT_TWICE "`exit` while the program ends" {
        what: "`exit` and `quick_exit` are called once, and not by the functions that they call.",
        why: "Functions that are registered to run at exit would run twice, or never.",
        section: "https://en.cppreference.com/w/c/program/exit",
    }
    UB0814 STREAM "use of a stream that is not open" {
        what: "The functions for streams are given what `fopen` or its like returned and `fclose` has not closed.",
        why: "The stream's memory may be another's by now.",
        section: "https://en.cppreference.com/w/c/io/fclose",
    }
    UB0815 MUTEX_UNLOCK "unlocking a mutex that the thread has not locked" {
        what: "A mutex or other lock is unlocked by the thread that locked it, once.",
        why: "Another thread may be in the critical section.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_mutex_lock.html",
    }
    UB0816 MUTEX_DESTROY "destroying a lock that is in use" {
        what: "A mutex, lock, condition variable or barrier is destroyed, or its memory ends, while nobody holds it \
               or waits for it.",
        why: "A thread that holds it or waits for it would use a lock that no longer exists.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_mutex_destroy.html",
    }
    UB0817 NOT_INITIALIZED "use of something that is not a lock" {
        what: "A mutex, lock, condition variable, barrier, semaphore or thread-specific key is used after it was \
               initialized and before it is destroyed.",
        why: "Arbitrary bytes would be interpreted as the state of the lock.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_mutex_destroy.html",
    }
    UB0818 WAIT_WITHOUT_MUTEX "waiting for a condition without its mutex" {
        what: "`pthread_cond_wait` and its like are given a mutex that the thread has locked, the same one from all \
               threads that wait at the time.",
        why: "A signal between the test of the condition and the wait would be lost.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_cond_clockwait.html",
    }
    UB0819 JOIN "joining a thread that cannot be joined" {
        what: "A thread is joined or detached once, and by another thread.",
        why: "After that, the identifier may belong to another thread.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_join.html",
    }
    UB0820 UNDEFINED_ARGUMENT "undefined value given to a library function" {
        what: "The arguments of a library function, and the bytes that it looks at, such as those of a string, are \
               neither poison nor undefined. Functions that only pass bytes on, such as `memcpy` and `fwrite`, take \
               any.",
        why: "The behaviour of the function depends on them.",
        section: "undefvalues",
    }
}
