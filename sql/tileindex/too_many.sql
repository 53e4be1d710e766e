-- Whether there are more observations than @most.
-- Caller: tileindex.Index.countBeyond
-- Index: none, any that is small
select count(*) > @most::bigint from (select 1 from observations limit @most::bigint + 1) o
