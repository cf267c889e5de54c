//! The C library, as it is modelled: UB0801 to UB0899. Memory that a function accesses without right is in `memory`.

use crate::ub::kinds;

kinds! {
    UB0801 FREE_OF_OTHER "freeing what was not allocated" {
        what: "`free`, `realloc` and `delete` are given null, or what an allocation function returned: not the \
               address of a variable, of a stack object or of a function.",
        why: "The allocator would take what lies before it for its own records.",
        section: "https://en.cppreference.com/w/c/memory/free",
    }
    UB0802 FREE_OF_INTERIOR "freeing from the middle of an allocation" {
        what: "`free`, `realloc` and `delete` are given the start of an allocation.",
        why: "The allocator would take what lies before it for its own records.",
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
        why: "It is not said in which order the bytes are copied.",
        section: "https://en.cppreference.com/w/c/string/byte/memcpy",
    }
    UB0806 UNTERMINATED_STRING "string without an end" {
        what: "Where a function takes a string, there is a zero byte before the end of the object.",
        why: "The function would read on behind the object until it meets one.",
        section: "https://en.cppreference.com/w/c/string/byte",
    }
    UB0807 FORMAT "format that says nothing" {
        what: "The format of `printf`, `scanf` and their like consists of characters and of conversions that there \
               are.",
        why: "How many arguments a conversion takes is part of what it is.",
        section: "https://en.cppreference.com/w/c/io/fprintf",
    }
    UB0808 FORMAT_ARGUMENT "argument of another type than the format says" {
        what: "Each conversion of a format has an argument of its type.",
        why: "Each type is passed in its own way: what is read would be part of the argument, or of another one.",
        section: "https://en.cppreference.com/w/c/io/fprintf",
    }
    UB0809 FORMAT_MISSING "fewer arguments than the format says" {
        what: "Each conversion of a format has an argument.",
        why: "What lies behind the last argument is anything.",
        section: "https://en.cppreference.com/w/c/io/fprintf",
    }
    UB0810 CHARACTER "classification of what is no character" {
        what: "`isalpha`, `toupper` and their like are given the value of an `unsigned char`, or `EOF`.",
        why: "It is the index of a table. A negative `char` is the usual mistake.",
        section: "https://en.cppreference.com/w/c/string/byte/isalpha",
    }
    UB0811 NUMBER "number that the result has no room for" {
        what: "The results of `abs`, `div`, `atoi` and their like fit their types.",
        why: "The standard says nothing of what they are otherwise.",
        section: "https://en.cppreference.com/w/c/numeric/math/abs",
    }
    UB0812 LONGJMP "`longjmp` to where nobody waits" {
        what: "`longjmp` is given what `setjmp` filled, in the same thread, in a function that has not returned \
               since.",
        why: "The frame to which it would go is gone.",
        section: "https://en.cppreference.com/w/c/program/longjmp",
    }
    UB0813 EXIT_TWICE "`exit` while the program ends" {
        what: "`exit` and `quick_exit` are called once; not by what they themselves call.",
        why: "What is to be done at the end would be done again, or never.",
        section: "https://en.cppreference.com/w/c/program/exit",
    }
    UB0814 STREAM "use of a stream that is not open" {
        what: "The functions for streams are given what `fopen` or its like returned and `fclose` has not closed.",
        why: "The stream's memory may be another's by now.",
        section: "https://en.cppreference.com/w/c/io/fclose",
    }
    UB0815 MUTEX_UNLOCK "unlocking a mutex that the thread has not locked" {
        what: "A mutex or other lock is unlocked by the thread that locked it, once.",
        why: "Another thread may be within.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_mutex_lock.html",
    }
    UB0816 MUTEX_DESTROY "destroying a lock that is in use" {
        what: "A mutex, lock, condition variable or barrier is destroyed, or its memory ends, while nobody holds it \
               or waits for it.",
        why: "Whoever holds or waits for it would go on with what is there no more.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_mutex_destroy.html",
    }
    UB0817 NOT_INITIALIZED "use of a lock that is none" {
        what: "A mutex, lock, condition variable, barrier, semaphore or thread-specific key is used after it was \
               initialized and before it is destroyed.",
        why: "Its bytes would be taken for its state.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_mutex_destroy.html",
    }
    UB0818 WAIT_WITHOUT_MUTEX "waiting for a condition without its mutex" {
        what: "`pthread_cond_wait` and its like are given a mutex that the thread has locked, the same one from all \
               threads that wait at the time.",
        why: "A signal between the look at the condition and the wait would be lost.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_cond_clockwait.html",
    }
    UB0819 JOIN "joining what is no thread to join" {
        what: "A thread is joined or detached once, and by another thread.",
        why: "After that its name may be another thread's.",
        section: "https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_join.html",
    }
    UB0820 UNDEFINED_ARGUMENT "undefined value given to a library function" {
        what: "The arguments of a library function, and the bytes that it looks at, such as those of a string, are \
               neither poison nor undefined. Functions that only pass bytes on, such as `memcpy` and `fwrite`, take \
               any.",
        why: "What the function does depends on them.",
        section: "undefvalues",
    }
}
