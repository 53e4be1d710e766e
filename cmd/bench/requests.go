package main

import (
	"context"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
)

// mapRequest is a tile with a Filter, and the same Filter in SQL.
type mapRequest struct {
	z, x, y int
	filter  string // name of the Filter in the printed table
	query   string // the Filter as query string
	where   string // the Filter as SQL over observations o
}

func (r mapRequest) path() string {
	return fmt.Sprintf("/api/v1/tiles/observations/%d/%d/%d.mvt?%s", r.z, r.x, r.y, r.query)
}

const mapRequests = 200

// listRequests returns a fixed list of tiles: zooms 0 to 14 and eight filters in turn, at places that have records. The same synthetic
// records give the same list.
func listRequests(ctx context.Context, db *pgx.Conn) (out []mapRequest) {
	var rare [3]string
	rows := must(db.Query(ctx, `select t.id from observations o join taxa t on t.key = o.taxon_key group by 1 order by count(*), 1 limit 3`))
	rareIDs := must(pgx.CollectRows(rows, pgx.RowTo[string]))
	if len(rareIDs) < len(rare) {
		check(fmt.Errorf("the records have %d species, want %d", len(rareIDs), len(rare)))
	}
	copy(rare[:], rareIDs)
	// Ids are random, so the first records by id are a random sample.
	rows = must(db.Query(ctx, `select ((o.mercator_x::bigint + 2147483648) >> 18)::int as x, ((o.mercator_y::bigint + 2147483648) >> 18)::int as y, t.id as species,
		o.country_id as country, to_char(o.observed_at at time zone 'UTC', 'YYYY-MM-DD') as day, to_char(o.observed_at at time zone 'UTC', 'YYYY') as year
		from observations o join taxa t on t.key = o.taxon_key where o.country_id is not null order by o.id limit $1`, mapRequests))
	type place struct {
		X       int    `db:"x"` // of zoom 14
		Y       int    `db:"y"`
		Species string `db:"species"`
		Country string `db:"country"`
		Day     string `db:"day"`
		Year    string `db:"year"`
	}
	places := must(pgx.CollectRows(rows, pgx.RowToStructByName[place]))
	for i, p := range places {
		z := i % 15
		r := mapRequest{z: z, x: p.X >> (14 - z), y: p.Y >> (14 - z)}
		species := "o.taxon_key = (select key from taxa where id = '" + p.Species + "')"
		days := func(first, last string) (query, where string) {
			return "start_date=" + first + "&end_date=" + last, "o.observed_at >= '" + first + "Z' and o.observed_at < date '" + last + "' + 1 and o.last_day <= '" + last + "'"
		}
		switch i / 15 % 8 {
		case 0:
			r.filter, r.where = "no filter", "true"
		case 1:
			r.filter, r.query, r.where = "one species", "species="+p.Species, species
		case 2:
			r.filter, r.query = "three rare species", "species="+url.QueryEscape(rare[0]+","+rare[1]+","+rare[2])
			r.where = fmt.Sprintf("o.taxon_key in (select key from taxa where id in ('%s', '%s', '%s'))", rare[0], rare[1], rare[2])
		case 3:
			r.filter = "one day"
			r.query, r.where = days(p.Day, p.Day)
		case 4:
			r.filter = "one year"
			r.query, r.where = days(p.Year+"-01-01", p.Year+"-12-31")
		case 5:
			r.filter = "ten years"
			r.query, r.where = days("2010-01-01", "2019-12-31")
		case 6:
			r.filter = "one species, ten years"
			r.query, r.where = days("2010-01-01", "2019-12-31")
			r.query, r.where = r.query+"&species="+p.Species, r.where+" and "+species
		case 7:
			r.filter, r.query, r.where = "a country", "country="+p.Country, "o.country_id = '"+p.Country+"'"
		}
		r.where += " and o.status <> 'rejected'"
		out = append(out, r)
	}
	return out
}
