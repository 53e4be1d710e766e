-- Deletes the links of species and diseases, and the works of their texts, before they are written anew.
-- Caller: catalog.load
with regions as (delete from species_regions), members as (delete from species_members), vectors as (delete from disease_vectors),
     sources as (delete from statement_sources)
delete from disease_regions
