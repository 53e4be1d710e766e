-- The tests of pools that a list asks for. @pathogens are in lower case.
from pools o
where
-- include: fragment/filter_pool.sql
  and (@pathogens::text[] is null or lower(o.pathogen) = any(@pathogens::text[]))
  and (@results::text[] is null or o.result = any(@results::text[]))
