"""Reads manifests as YAML and holds each object against its published schema: manifests.py SCHEMAS CRDS FILE...

SCHEMAS: a folder with definitions-VERSION.json, Kubernetes' own (strict: unknown fields are refused). CRDS: a folder with
CustomResourceDefinitions; may be missing: of their objects the pod templates are held against Kubernetes' own. Prints
{"objects": [...], "problems": [...], "checked": [...]}.
"""
import glob, json, re, sys
import jsonschema
import yaml

schemas, crds, files = sys.argv[1], sys.argv[2], sys.argv[3:]
objects, problems, checked = [], [], []
kinds = {("v1", "ConfigMap"): "core.v1.ConfigMap", ("v1", "Service"): "core.v1.Service",
         ("apps/v1", "Deployment"): "apps.v1.Deployment",
         ("autoscaling/v2", "HorizontalPodAutoscaler"): "autoscaling.v2.HorizontalPodAutoscaler"}


def hold(what, schema, value):
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        problems.append(f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    checked.append(what)


def strict(schema):
    """As the API server's strict validation: no field that the definition does not have."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object" \
            and "additionalProperties" not in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
        made["additionalProperties"] = False
    return made


definitions = {}
for name in sorted(glob.glob(schemas + "/definitions-*.json")):
    definitions[re.search(r"definitions-(.*)\.json", name).group(1)] = json.load(open(name))["$defs"]
custom = {}
for name in glob.glob(crds + "/*.yaml"):
    for document in yaml.safe_load_all(open(name)):
        if document and document.get("kind") == "CustomResourceDefinition":
            for version in document["spec"]["versions"]:
                schema = strict(version["schema"]["openAPIV3Schema"])
                key = (document["spec"]["group"] + "/" + version["name"], document["spec"]["names"]["kind"])
                custom[key] = (schema, "scale" in (version.get("subresources") or {}))


def templates(value):
    if isinstance(value, dict):
        if "containers" in value.get("spec", {}) if isinstance(value.get("spec"), dict) else False:
            yield value
        for each in value.values():
            yield from templates(each)
    if isinstance(value, list):
        for each in value:
            yield from templates(each)


for file in files:
    for value in yaml.safe_load_all(open(file, encoding="utf-8")):
        objects.append(value)
        key = (value.get("apiVersion"), value.get("kind"))
        if key == (None, None):  # the adapter's rules
            continue
        for version, defs in definitions.items():
            if key in kinds:
                hold(f"{version} {key[1]}", {"$ref": "#/$defs/io.k8s.api." + kinds[key], "$defs": defs}, value)
            for template in templates(value):
                hold(f"{version} {key[1]} template", {"$ref": "#/$defs/io.k8s.api.core.v1.PodTemplateSpec", "$defs": defs}, template)
        if key in custom:
            hold("definition of " + key[1], custom[key][0], value)
        elif key not in kinds and key[1] not in ("LeaderWorkerSet", "AscendJob"):
            problems.append(f"{key}: nobody knows this kind")
print(json.dumps({"objects": objects, "problems": problems, "checked": sorted(set(checked))}))
