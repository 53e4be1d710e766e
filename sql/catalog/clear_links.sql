-- What species and diseases are linked with, before it is written anew. catalog.Load
with regions as (delete from species_regions), vectors as (delete from disease_vectors)
delete from disease_regions
