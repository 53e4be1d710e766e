-- Whether there are more observations than @most.
-- Caller: tileindex.Index.countBeyond
-- Index: none, any that is small
select count(*) > @most::bigint from (select from observations limit @most::bigint + 1) o
