-- Deletes the links of species and diseases, before they are written anew.
-- Caller: catalog.load
with regions as (delete from species_regions), members as (delete from species_members), vectors as (delete from disease_vectors)
delete from disease_regions
