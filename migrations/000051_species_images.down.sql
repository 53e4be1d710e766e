drop table species_images;
