; The empty module
