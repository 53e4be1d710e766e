drop function place_of;
