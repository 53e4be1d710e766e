-- Deletes what species and diseases are linked with, before it is written anew.
-- Caller: catalog.load
with regions as (delete from species_regions), vectors as (delete from disease_vectors)
delete from disease_regions
