// Files by stdio and by descriptors, standard input, directories, formatted reading, pipes.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct Record { int id; double value; char name[8]; };

int main(void) {
    FILE *f = fopen("data.bin", "wb+");
    for (int i = 0; i < 10; i++) {
        struct Record r;
        memset(&r, 0, sizeof r);
        r.id = i, r.value = i * 1.5;
        snprintf(r.name, sizeof r.name, "rec%d", i);
        fwrite(&r, sizeof r, 1, f);
    }
    struct Record r;
    fseek(f, 3 * sizeof r, SEEK_SET);
    printf("%zu %d %g %s %ld\n", fread(&r, sizeof r, 1, f), r.id, r.value, r.name, ftell(f));
    fseek(f, -(long)sizeof r, SEEK_END);
    r.id = 99;
    fwrite(&r, sizeof r, 1, f);
    rewind(f);
    struct Record all[20];
    printf("%zu %d %d %d\n", fread(all, sizeof r, 20, f), all[9].id, feof(f) != 0, ferror(f));
    clearerr(f);
    printf("%d %d\n", feof(f), fclose(f));
    f = fopen("text.txt", "w");
    fprintf(f, "%d %s %5.2f\n", 7, "word", 2.5);
    fputs("second line\n", f), fputc('x', f), fputc('\n', f);
    fclose(f);
    f = fopen("text.txt", "a");
    fwrite("last", 1, 4, f);
    fclose(f);
    f = fopen("text.txt", "r");
    int n;
    char word[20], line[40];
    double d;
    printf("%d %d %s %g\n", fscanf(f, "%d %19s %lf ", &n, word, &d), n, word, d);
    while (fgets(line, sizeof line, f)) printf("(%zu)%s", strlen(line), line);
    rewind(f);
    int c = getc(f);
    ungetc('#', f);
    printf(" %c %c\n", c, fgetc(f));
    char *grown = NULL;
    size_t capacity = 0;
    printf("%zd ", getline(&grown, &capacity, f));
    printf("%zd %s", getline(&grown, &capacity, f), grown);
    free(grown), fclose(f);
    printf("%d %d %d\n", rename("text.txt", "moved.txt"), access("text.txt", F_OK), remove("moved.txt"));
    printf("%d %s\n", fopen("missing", "r") == NULL, strerror(errno));
    FILE *temporary = tmpfile();
    fprintf(temporary, "12 13"), rewind(temporary);
    printf("%d %d\n", fscanf(temporary, "%d%d", &n, &c), n * c);
    fclose(temporary);
    char memory[20], *stream;
    size_t size;
    f = fmemopen(memory, sizeof memory, "w"), fprintf(f, "in %s", "memory"), fclose(f);
    f = open_memstream(&stream, &size), fprintf(f, "%0*d", 30, 5), fclose(f);
    printf("%s %zu %s\n", memory, size, stream);
    free(stream);
    int fd = open("raw", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%zd %d ", write(fd, "0123456789", 10), (int)lseek(fd, 2, SEEK_SET));
    printf("%zd %.3s ", read(fd, line, 3), line);
    struct stat status;
    printf("%d %ld %d ", fstat(fd, &status), (long)status.st_size, S_ISREG(status.st_mode));
    char *mapped = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    mapped[5] = 'X';
    printf("%.10s ", mapped);
    printf("%d ", munmap(mapped, 10));
    printf("%zd %.1s %d\n", pread(fd, line, 1, 5), line, close(fd));
    mkdir("dir", 0755);
    close(open("dir/inner", O_WRONLY | O_CREAT, 0600));
    DIR *dir = opendir("dir");
    int entries = 0;
    for (struct dirent *e; (e = readdir(dir));) entries += e->d_name[0] == 'i' ? 10 : 1;
    printf("%d %d %d %d\n", entries, closedir(dir), unlink("dir/inner"), rmdir("dir"));
    int ends[2];
    printf("%d ", pipe(ends));
    write(ends[1], "through", 8), read(ends[0], line, 8);
    printf("%s %d\n", line, system("exit 3") >> 8);
    f = popen("echo from a shell", "r");
    printf("%s", fgets(line, sizeof line, f));
    printf("%d %d\n", pclose(f), getchar() == EOF);
    setvbuf(stdout, NULL, _IOFBF, 1 << 12);
    fprintf(stderr, "to the other output\n");
    unlink("data.bin"), unlink("raw");
    return printf("bytes\n") == 6 ? 5 : 6;
}
