drop function computed(text, double precision, double precision);
