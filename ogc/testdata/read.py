"""Prints the features of files as GeoJSON, one a line with the number of its file, as a client reads them: read.py CLIENT FILE... Exits with 77 where the client is not installed."""

import datetime
import json
import sys


def plain(value):
    if isinstance(value, datetime.datetime) and value.tzinfo is None:
        return value.date().isoformat()
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value != value:
        return None
    return value.item() if hasattr(value, "item") else value


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

    db = duckdb.connect()
    db.execute("set enable_geoparquet_conversion = false")  # which needs an extension that is not there
    result = db.execute("select * from read_parquet(?)", [path])
    names = [column[0] for column in result.description]
    return [dict(zip(names, row)) for row in result.fetchall()]


def rows_of_geopandas(path):
    import geopandas

    frame = geopandas.read_parquet(path)
    assert frame.crs is not None and frame.crs.to_authority() == ("OGC", "CRS84"), frame.crs
    rows = frame.drop(columns="geometry").astype(object).where(lambda f: f.notna(), None).to_dict("records")
    return [{**row, "geometry": None if shape is None else shape.wkb} for row, shape in zip(rows, frame.geometry)]


def rows_of_pyogrio(path):
    import pyogrio

    frame = pyogrio.read_dataframe(path)
    info = pyogrio.read_info(path)
    for name, kind in zip(info["fields"], info["dtypes"]):
        if kind == "bool":  # with nulls it comes as a number
            frame[name] = frame[name].astype(object).map(lambda v: None if v is None or v != v else bool(v))
    if "geometry" not in frame:
        return frame.astype(object).where(lambda f: f.notna(), None).to_dict("records")
    assert frame.crs.to_authority() in (("EPSG", "4326"), ("EPSG", "3857")), frame.crs
    rows = frame.drop(columns="geometry").astype(object).where(lambda f: f.notna(), None).to_dict("records")
    return [{**row, "geometry": None if shape is None else shape.wkb} for row, shape in zip(rows, frame.geometry)]


def rows_of_jsonfg(path):
    import pyogrio

    if "JSONFG" not in pyogrio.list_drivers():
        raise ImportError("GDAL is older than its driver JSONFG")
    assert pyogrio.read_info(path)["driver"] == "JSONFG", pyogrio.read_info(path)
    return rows_of_pyogrio(path)


def rows_of_openpyxl(path):
    import openpyxl
    import openpyxl.utils.escape
    import shapely

    with open(path, "rb") as file:
        header, *rows = openpyxl.load_workbook(file, read_only=True).active.iter_rows(values_only=True)
    out = []
    for row in rows:
        values = dict(zip(header, row + (None,) * (len(header) - len(row)), strict=True))
        values = {k: openpyxl.utils.escape.unescape(v) if isinstance(v, str) else v for k, v in values.items()}
        for x, y in (("longitude", "latitude"), ("easting", "northing")):
            if x in values:
                values["geometry"] = shapely.Point(values.pop(x), values.pop(y)).wkb
        out.append(values)
    return out


def main(client, *paths):
    try:
        for number, path in enumerate(paths):
            show(number, globals()["rows_of_" + client](path))
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(77)


def show(number, rows):
    import shapely

    for row in rows:
        shape, box = row.pop("geometry", None), row.pop("bbox", None)
        geometry = None if shape is None else shapely.from_wkb(bytes(shape))
        if box is not None:
            assert tuple(box[k] for k in ("xmin", "ymin", "xmax", "ymax")) == geometry.bounds, (box, geometry.bounds)
        print(json.dumps({
            "file": number,
            "geometry": None if geometry is None else shapely.geometry.mapping(geometry),
            "properties": {name: plain(value) for name, value in row.items()},
        }))


main(*sys.argv[1:])
