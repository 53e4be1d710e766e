"""Prints the features of a file as GeoJSON, one a line, as a client reads them: read.py CLIENT FILE. Exits with 77 where the client is not installed."""

import datetime
import json
import sys


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value != value:
        return None
    return value


def rows_of_pyarrow(path):
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    return table.to_pylist()


def rows_of_arrow(path):
    import pyarrow.ipc

    with pyarrow.ipc.open_stream(path) as stream:
        field = stream.schema.field(stream.schema.get_field_index("geometry")) if "geometry" in stream.schema.names else None
        if field is not None:
            name = (field.metadata or {}).get(b"ARROW:extension:name", b"")
            assert name == b"geoarrow.wkb", name
        return stream.read_all().to_pylist()


def rows_of_geoarrow(path):
    import geoarrow.pyarrow as ga
    import pyarrow.ipc

    with pyarrow.ipc.open_stream(path) as stream:
        table = stream.read_all()
    assert isinstance(table.schema.field("geometry").type, ga.GeometryExtensionType), table.schema
    assert "CRS84" in str(table.schema.field("geometry").type.crs), table.schema.field("geometry").type
    wkb = ga.as_wkb(table["geometry"]).combine_chunks()
    shapes = (wkb.storage if hasattr(wkb, "storage") else wkb).to_pylist()
    rows = table.drop_columns(["geometry"]).to_pylist()
    return [{**row, "geometry": shape} for row, shape in zip(rows, shapes)]


def rows_of_duckdb(path):
    import duckdb

    db = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false", "timezone": "UTC"} if False else {})
    try:
        db.execute("set enable_geoparquet_conversion = false")
    except duckdb.Error:
        pass
    result = db.execute("select * from read_parquet(?)", [path])
    names = [column[0] for column in result.description]
    return [dict(zip(names, row)) for row in result.fetchall()]


def rows_of_geopandas(path):
    import geopandas

    frame = geopandas.read_parquet(path)
    assert frame.crs is not None and frame.crs.to_authority() == ("OGC", "CRS84"), frame.crs
    rows = frame.drop(columns="geometry").astype(object).where(lambda f: f.notna(), None).to_dict("records")
    return [{**row, "geometry": None if shape is None else shape.wkb} for row, shape in zip(rows, frame.geometry)]


def main(client, path):
    try:
        import shapely

        rows = globals()["rows_of_" + client](path)
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(77)
    for row in rows:
        shape, box = row.pop("geometry", None), row.pop("bbox", None)
        geometry = None if shape is None else shapely.from_wkb(bytes(shape))
        if box is not None:
            assert tuple(box[k] for k in ("xmin", "ymin", "xmax", "ymax")) == geometry.bounds, (box, geometry.bounds)
        print(json.dumps({
            "geometry": None if geometry is None else shapely.geometry.mapping(geometry),
            "properties": {name: plain(value) for name, value in row.items()},
        }))


main(*sys.argv[1:])
