-- A place in degrees, to 7 decimals; null where the transformation fails or leads nowhere. One place that lies outside of its reference
-- system must not end an import.
-- Caller: importing.fileImport.transform
create or replace function pg_temp.in_degrees(place geometry) returns geometry
language plpgsql as $$
declare
    moved geometry;
begin
    moved := ST_Transform(place, 4326);
    if ST_X(moved) between -180 and 180 and ST_Y(moved) between -90 and 90 then
        return ST_SetSRID(ST_MakePoint(round(ST_X(moved)::numeric, 7)::float8, round(ST_Y(moved)::numeric, 7)::float8), 4326);
    end if;
    return null;
exception when others then
    return null;
end $$
