#include "core/parse/kinds.h"

#include "core/parse/hccn.h"
#include "core/parse/hccnconf.h"
#include "core/parse/metricstext.h"
#include "core/parse/npucard.h"
#include "core/parse/npumapping.h"
#include "core/parse/npusmi.h"
#include "core/parse/nputopo.h"
#include "core/parse/versioninfo.h"

using namespace Qt::StringLiterals;

namespace parse {

namespace {

template<typename T, Result<T> (*read)(const QByteArray &)>
Result<Json> asJson(const QByteArray &text)
{
    const Result<T> value = read(text);
    if (!value)
        return value.error();
    return toJson(*value);
}

} // namespace

const QList<Kind> &kinds()
{
    static const QList<Kind> list = {
        {u"npu-smi-info"_s, asJson<NpuSmiInfo, parseNpuSmiInfo>},
        {u"npu-smi-usages"_s, asJson<NpuUsages, parseNpuSmiUsages>},
        {u"npu-smi-common"_s, asJson<NpuCommon, parseNpuSmiCommon>},
        {u"npu-smi-board"_s, asJson<NpuBoard, parseNpuSmiBoard>},
        {u"npu-smi-health"_s, asJson<NpuHealth, parseNpuSmiHealth>},
        {u"npu-smi-mapping"_s, asJson<NpuMapping, parseNpuSmiMapping>},
        {u"npu-smi-topo"_s, asJson<NpuTopo, parseNpuSmiTopo>},
        {u"hccn-ip"_s, asJson<HccnAnswers<HccnIp>, parseHccnIp>},
        {u"hccn-link"_s, asJson<HccnAnswers<HccnLink>, parseHccnLink>},
        {u"hccn-health"_s, asJson<HccnAnswers<HccnHealth>, parseHccnHealth>},
        {u"hccn-tls"_s, asJson<HccnAnswers<HccnTls>, parseHccnTls>},
        {u"hccn-gateway"_s, asJson<HccnAnswers<HccnGateway>, parseHccnGateway>},
        {u"hccn-ping"_s, asJson<HccnAnswers<HccnPing>, parseHccnPing>},
        {u"hccn-conf"_s, asJson<HccnConf, parseHccnConf>},
        {u"version-info"_s, asJson<VersionInfo, parseVersionInfo>},
        {u"metrics"_s, asJson<MetricsText, parseMetrics>},
    };
    return list;
}

} // namespace parse
