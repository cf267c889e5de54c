-- Tables, indices, joins, transactions, aggregates, windows, JSON, full-text search, R-trees, triggers, views, dates.
.mode list
.headers on
PRAGMA foreign_keys = ON;
CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT CHECK(age >= 0), city TEXT COLLATE NOCASE);
CREATE TABLE purchase(id INTEGER PRIMARY KEY, person INT REFERENCES person(id) ON DELETE CASCADE, item TEXT, price REAL, at TEXT DEFAULT '2024-01-01');
CREATE INDEX by_city ON person(city, age DESC);
CREATE UNIQUE INDEX by_name ON person(name) WHERE age > 10;
INSERT INTO person(name, age, city) VALUES ('Ada', 36, 'London'), ('Alan', 41, 'london'), ('Grace', 85, 'New York'), ('Edsger', 72, NULL), ('Kid', 3, 'Paris');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
  INSERT INTO purchase(person, item, price) SELECT 1 + i % 4, 'item' || (i * 7 % 13), round(i * 1.37 - i % 11, 2) FROM n;
SELECT count(*), sum(price), avg(price), min(item), max(price), total(price) FROM purchase;
SELECT p.name, count(q.id) AS n, round(sum(q.price), 2) AS s, group_concat(DISTINCT substr(q.item, 5)) FROM person p LEFT JOIN purchase q ON q.person = p.id
  GROUP BY p.id HAVING n < 1000 ORDER BY s DESC NULLS LAST, p.name;
SELECT name FROM person WHERE city = 'LONDON' ORDER BY age DESC;
SELECT a.name, b.name FROM person a JOIN person b ON a.age < b.age AND a.city IS b.city;
EXPLAIN QUERY PLAN SELECT name FROM person WHERE city = 'x' AND age > 5;
SELECT item, price, rank() OVER (PARTITION BY item ORDER BY price DESC) AS r, sum(price) OVER (ORDER BY id ROWS 2 PRECEDING) AS moving, lag(price, 1, 0) OVER () AS before
  FROM purchase WHERE id < 12 ORDER BY id;
BEGIN;
UPDATE person SET age = age + 1 WHERE city IS NOT NULL;
SAVEPOINT inner;
DELETE FROM person WHERE name = 'Ada';
SELECT count(*) FROM purchase;
ROLLBACK TO inner;
SELECT count(*) FROM purchase;
COMMIT;
INSERT INTO person(name, age) VALUES ('Nobody', -1);
INSERT INTO purchase(person, item) VALUES (99, 'orphan');
INSERT INTO person(name, age) VALUES ('Ada', 20) ON CONFLICT DO NOTHING;
INSERT INTO person(id, name, age) VALUES (1, 'Ada L.', 37) ON CONFLICT(id) DO UPDATE SET name = excluded.name RETURNING id, name, age;
CREATE TRIGGER aging AFTER UPDATE OF age ON person BEGIN INSERT INTO purchase(person, item, price) VALUES (new.id, 'cake', new.age - old.age); END;
UPDATE person SET age = 50 WHERE id = 2;
SELECT * FROM purchase WHERE item = 'cake';
CREATE VIEW rich AS SELECT person, sum(price) AS spent FROM purchase GROUP BY person;
SELECT * FROM rich WHERE spent > 15000 ORDER BY 1;
SELECT json_extract('{"a":[1,{"b":"x"},null],"c":2.50}', '$.a[1].b'), json_array(1, 'two', NULL, 3.5), json_object('k', json('[1,2]')), json_type('[true]', '$[0]');
SELECT key, value, type FROM json_each('{"one":1,"two":"zwei","three":[3]}');
SELECT json_group_array(name), json_group_object(name, age) FROM (SELECT name, age FROM person ORDER BY id LIMIT 3);
CREATE VIRTUAL TABLE doc USING fts5(title, body);
INSERT INTO doc VALUES ('foxes', 'the quick brown fox jumps over the lazy dog'), ('dogs', 'a dog is a lazy animal, and dogs bark'), ('cats', 'cats sleep all day');
SELECT title, highlight(doc, 1, '[', ']'), snippet(doc, 1, '<', '>', '..', 3) FROM doc WHERE doc MATCH 'lazy AND dog*' ORDER BY rank;
SELECT title FROM doc WHERE doc MATCH 'NEAR(quick fox, 3) OR title:cats' ORDER BY title;
CREATE VIRTUAL TABLE box USING rtree(id, x0, x1, y0, y1);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO box SELECT i, i, i + 2, i * 3 % 50, i * 3 % 50 + 5 FROM n;
SELECT count(*), min(id), max(id) FROM box WHERE x0 > 20 AND x1 < 60 AND y0 BETWEEN 5 AND 20;
SELECT upper('abc'), substr('hello', -3, 2), instr('banana', 'nan'), replace('aXbX', 'X', '--'), trim('  x '), hex('hi'), quote('it''s'), printf('%05d|%-6s|%.3f|%x', 42, 'ab', 2.0 / 3, 255), unicode('é'), char(65, 8364), 'abc' LIKE 'A%', 'abc' GLOB 'a*', typeof(1.0), typeof(x'00'), coalesce(NULL, 5), nullif(1, 1), iif(1 > 2, 'y', 'n');
SELECT 7 / 2, 7 % 3, -7 / 2, 7.0 / 2, 1 << 40, ~5, 9223372036854775807 + 1, 1 / 0, abs(-3), round(2.5), sqrt(2), pow(2, 10), ln(10), sin(1), 1e308 * 10, CAST('12abc' AS INT), '5' + '6', 0.1 + 0.2;
SELECT date('2024-02-28', '+2 days'), strftime('%Y %j %W %H:%M:%f', '2024-12-31 23:59:59.123'), julianday('2000-01-01'), time('12:00', '-30 minutes'), date('2024-05-15', 'weekday 0', 'start of month'), unixepoch('2001-09-09 01:46:40');
SELECT x, y FROM (VALUES (1, 'a'), (2, 'b')) AS t(x, y);
SELECT column1, column2 FROM (VALUES (1, 'a'), (2, 'b') UNION SELECT 3, 'c' EXCEPT SELECT 2, 'b') ORDER BY 1 DESC;
SELECT no_such_column FROM person;
SELEC 1;
CREATE TABLE wide AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) SELECT i, hex(i * 2654435761 % 4294967296) AS h, printf('%0200d', i) AS pad FROM n;
CREATE INDEX wide_h ON wide(h);
DELETE FROM wide WHERE i % 3 = 0;
SELECT count(*), sum(length(pad)), min(h), max(h) FROM wide;
ALTER TABLE wide ADD COLUMN extra DEFAULT 'e';
ALTER TABLE wide RENAME COLUMN pad TO padding;
SELECT extra, length(padding) FROM wide WHERE h IN (SELECT h FROM wide ORDER BY h LIMIT 2) ORDER BY h;
VACUUM;
REINDEX;
ANALYZE;
PRAGMA integrity_check;
PRAGMA table_info(wide);
.mode box
SELECT id, name, age, city FROM person ORDER BY id;
.mode json
SELECT name, age FROM person WHERE id < 3;
.mode csv
SELECT name, city FROM person LIMIT 2;
.mode quote
SELECT 1, 'a''b', 2.5, NULL, x'0102';
.mode line
SELECT name, age FROM person LIMIT 1;
.schema wide
.dump person
