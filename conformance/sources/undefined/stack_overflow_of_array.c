// reports: stack buffer overflow: store of 4 bytes at offset 16 of `squares`, which has 16 bytes
#include <stdio.h>

int main(void) {
    int squares[4];
    for (int i = 0; i <= 4; i++) squares[i] = i * i;
    printf("%d\n", squares[3]);
}
