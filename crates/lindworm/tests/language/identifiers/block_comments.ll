; A comment may also stand between /* and */
@a = /* within a line */ global i32 0
/* over
   several ; lines */
@b = global i32 1
