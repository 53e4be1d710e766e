-- The cells at longitude -180 and latitude -90 ended beyond the earth, for sizes that do not divide it: a place drawn there could not be stored.
create or replace function drawn_place(place geometry, degrees double precision, seed text) returns geometry
    language plpgsql stable
as $$
declare
    drawn bytea := (select sha256(k.key || convert_to('place ' || seed, 'UTF8')) from pseudonym_key k);
    east double precision := (get_byte(drawn, 0) + (get_byte(drawn, 1) + get_byte(drawn, 2) / 256.0) / 256.0) / 256.0;
    north double precision := (get_byte(drawn, 3) + (get_byte(drawn, 4) + get_byte(drawn, 5) / 256.0) / 256.0) / 256.0;
begin
    return ST_SetSRID(ST_MakePoint(
        greatest(-180, least(180, round(((floor(ST_X(place) / degrees) + east) * degrees)::numeric, 7))),
        greatest(-90, least(90, round(((floor(ST_Y(place) / degrees) + north) * degrees)::numeric, 7)))), 4326);
end $$;

create or replace function cell_around(place geometry, degrees double precision) returns geometry language sql immutable parallel safe
    return ST_MakeEnvelope(greatest(-180, floor(ST_X(place) / degrees) * degrees), greatest(-90, floor(ST_Y(place) / degrees) * degrees),
        least(180, (floor(ST_X(place) / degrees) + 1) * degrees), least(90, (floor(ST_Y(place) / degrees) + 1) * degrees), 4326);
