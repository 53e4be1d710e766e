create function computed(op text, a double precision, b double precision) returns double precision
    language plpgsql immutable strict parallel safe
as $$
declare
    -- Natural logarithms of about the greatest number, and of about the smallest that is not 0.
    greatest_ln constant double precision := 709.7;
    least_ln constant double precision := -744;
    size double precision;
begin
    if op = '+' or op = '-' then
        if op = '-' then
            b := -b;
        end if;
        return case when abs(a / 2 + b / 2) < 8.9e307 then a + b end;
    elsif b = 0 and (op = '/' or op = 'div' or op = '%') then
        return null;
    elsif op = '%' then
        return mod(a::numeric, b::numeric);
    elsif op = '^' then
        if b = 0 or a = 1 then
            return 1;
        elsif a = 0 then
            return case when b > 0 then 0 end;
        elsif a < 0 and b <> trunc(b) then
            return null;
        end if;
        size := greatest(-1e300, least(1e300, b)) * ln(abs(a));
    elsif a = 0 or b = 0 then
        return 0;
    elsif op = '*' then
        size := ln(abs(a)) + ln(abs(b));
    else
        size := ln(abs(a)) - ln(abs(b));
    end if;
    return case when size > greatest_ln then null
                when size < least_ln then 0
                when op = '*' then a * b
                when op = '/' then a / b
                when op = 'div' then div(a::numeric, b::numeric)
                when op = '^' then power(a, b) end;
end $$;
comment on function computed is 'an arithmetic operation of a filter in double precision; null where there is no such number, so that a condition never fails for one row';
