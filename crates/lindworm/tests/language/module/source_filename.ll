; source_filename is kept; without it, it is the name of the module
source_filename = "a \22b\22 \\.c"
