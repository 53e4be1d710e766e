drop trigger countries_notify on countries;
drop trigger species_notify on species;
