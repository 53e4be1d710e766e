"""Opens what its argument, a JSON object, names in the QGIS of this machine, and prints what QGIS says of it as JSON.

{"layers": [{"name", "kind": "vector", "provider", "source", "filter"?, "qml"?: a style} | {"kind": "tiles", "url", "style"?}],
 "definition": a .qlr file instead of layers, "database": a connection string of PostgreSQL whose schema gis is listed,
 "pictures": [{"file", "box": [west, south, east, north], "crs", "layers": [names], "size": [width, height],
               "window": true for the list of layers beside the map}]}
"""
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import (Qgis, QgsApplication, QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsDataSourceUri,  # noqa: E402
                       QgsLayerDefinition, QgsLayerTreeModel, QgsMapRendererParallelJob, QgsMapSettings, QgsProject,
                       QgsProviderRegistry, QgsRectangle, QgsVectorLayer, QgsVectorTileLayer)
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor, QImage, QPainter  # noqa: E402


def open_tiles(layer):
    source = "type=xyz&zmin=0&zmax=16&url=%s" % layer["url"].replace("{", "%7B").replace("}", "%7D")
    if "style" in layer:
        source += "&styleUrl=" + layer["style"]
    opened = QgsVectorTileLayer(source, layer["name"])
    error, styled = opened.loadDefaultStyle()
    return opened, {"valid": opened.isValid(), "styled": styled, "error": error,
                    "styles": [s.styleName() for s in opened.renderer().styles()]}


def open_vector(layer):
    opened = QgsVectorLayer(layer["source"], layer["name"], layer["provider"])
    if not opened.isValid():
        return opened, {"valid": False}
    if "qml" not in layer:
        return opened, describe(opened, layer.get("filter"))
    error, styled = opened.loadNamedStyle(layer["qml"])
    return opened, dict(describe(opened, layer.get("filter")), styled=styled, error=error, categories=count_categories(opened))


def count_categories(layer):
    """How many features each category of the layer's renderer draws, by its label."""
    renderer = layer.renderer()
    counts = {category.label(): 0 for category in renderer.categories()}
    labels = {category.value(): category.label() for category in renderer.categories()}
    for feature in layer.getFeatures():
        counts[labels.get(feature[renderer.classAttribute()], labels[""])] += 1
    return counts


def describe(layer, condition=None):
    said = {"valid": layer.isValid(), "provider": layer.providerType(), "crs": layer.crs().authid(), "features": layer.featureCount(),
            "fields": [f.name() for f in layer.fields()], "renderer": layer.renderer().type() if layer.renderer() else ""}
    if condition:
        said["filtered"] = layer.setSubsetString(condition)
        said["read"] = sum(1 for _ in layer.getFeatures())
    return said


def open_definition(path):
    loaded, error = QgsLayerDefinition.loadLayerDefinition(path, QgsProject.instance(), QgsProject.instance().layerTreeRoot())
    layers = QgsProject.instance().mapLayers().values()
    said = {}
    for layer in layers:
        said[layer.name()] = {"valid": layer.isValid(), "crs": layer.crs().authid(),
                              "renderer": layer.renderer().type() if layer.renderer() else "",
                              "styles": [s.styleName() for s in layer.renderer().styles()] if isinstance(layer, QgsVectorTileLayer) else []}
    return list(layers), {"loaded": loaded, "error": error, "layers": said}


def list_views(connection):
    metadata = QgsProviderRegistry.instance().providerMetadata("postgres")
    tables = metadata.createConnection(QgsDataSourceUri(connection).connectionInfo(False), {}).tables("gis")
    return {t.tableName(): {"key": t.primaryKeyColumns()[0], "geometry": t.geometryColumn(), "comment": t.comment(),
                            "types": [[int(g.wkbType), g.crs.authid()] for g in t.geometryColumnTypes()]} for t in tables}


def draw(picture, layers):
    settings = QgsMapSettings()
    shown = [layer for name in picture["layers"] for layer in layers if layer.name() == name]
    crs = QgsCoordinateReferenceSystem(picture.get("crs", "EPSG:3857"))
    box = QgsCoordinateTransform(QgsCoordinateReferenceSystem("EPSG:4326"), crs, QgsProject.instance()).transformBoundingBox(
        QgsRectangle(*picture["box"]))
    settings.setLayers(shown)
    settings.setDestinationCrs(crs)
    settings.setBackgroundColor(QColor("white"))
    settings.setOutputSize(QSize(*picture.get("size", [640, 480])))
    settings.setExtent(box)
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    if picture.get("window"):
        image = beside_tree(image, shown)
    image.save(picture["file"])
    return [e.message for e in job.errors()]


def beside_tree(image, shown):
    """The list of layers as QGIS shows it, to the left of the map."""
    from qgis.gui import QgsLayerTreeView
    root = QgsProject.instance().layerTreeRoot()
    for layer in shown:
        if root.findLayer(layer.id()) is None:
            QgsProject.instance().addMapLayer(layer)
    view = QgsLayerTreeView()
    view.setFixedSize(300, image.height())
    model = QgsLayerTreeModel(root)
    view.setModel(model)
    view.expandAllNodes()
    out = QImage(300 + image.width(), image.height(), QImage.Format_RGB32)
    painter = QPainter(out)
    painter.drawPixmap(0, 0, view.grab())
    painter.drawImage(300, 0, image)
    painter.end()
    return out


def main():
    task = json.loads(sys.argv[1])
    application = QgsApplication([], True)
    application.initQgis()
    said = {"version": Qgis.QGIS_VERSION, "layers": {}, "errors": {}}
    layers = []
    for layer in task.get("layers", []):
        opened, said["layers"][layer["name"]] = (open_tiles if layer["kind"] == "tiles" else open_vector)(layer)
        layers.append(opened)
    if "definition" in task:
        layers, said["definition"] = open_definition(task["definition"])
    if "database" in task:
        said["views"] = list_views(task["database"])
    for picture in task.get("pictures", []):
        said["errors"][picture["file"]] = draw(picture, layers)
    print(json.dumps(said))
    sys.stdout.flush()
    os._exit(0)  # QGIS's own way out crashes now and then


main()
