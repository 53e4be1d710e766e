-- Lookups hold a species' vector status and a country's region too: a change of them wakes every server as one of names does.
create trigger species_notify after insert or update or delete or truncate on species
    for each statement execute function notify_lookups();
create trigger countries_notify after insert or update or delete or truncate on countries
    for each statement execute function notify_lookups();
