-- The rule of a taxon; null without one.
-- Caller: obscuring.Taxon
-- Index: obscured_taxa_pkey
select max(degrees) from obscured_taxa where taxon = @taxon::text
