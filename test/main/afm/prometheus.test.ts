import { describe, expect, it } from 'vitest'
import { histogramQuantile } from '../../../main/afm/histogram.ts'
import { fetchMetrics, metricsBetween } from '../../../main/afm/metrics.ts'
import { parsePrometheus } from '../../../main/afm/prometheus.ts'
import { startDemoServer } from '../../../main/demo/index.ts'

const read = (text: string, atMs = 0) => {
  const samples = parsePrometheus(text)
  if (!samples) throw new Error('no Prometheus text')
  return { samples, atMs }
}

describe('the text format', () => {
  it('takes colons in names, escapes in labels, time stamps, and special values', () => {
    const text = [
      '# HELP afm:x Help with "quotes" and {braces}.',
      '# TYPE afm:x gauge',
      'afm:x{model_name="a\\"b\\\\c\\nd}",other="1",} 1.5e3 1700000000',
      'afm:x{model_name="n"} -2',
      'plain .5',
      'inf +Inf',
      'nan NaN',
      '',
    ].join('\r\n')
    const samples = parsePrometheus(text)
    expect(samples?.get('afm:x')).toEqual([
      { labels: { model_name: 'a"b\\c\nd}', other: '1' }, value: 1500 },
      { labels: { model_name: 'n' }, value: -2 },
    ])
    expect(samples?.get('plain')?.[0]?.value).toBe(0.5)
    expect(samples?.get('inf')?.[0]?.value).toBe(Number.POSITIVE_INFINITY)
    expect(samples?.get('nan')?.[0]?.value).toBeNaN()
  })

  it.each(['<html></html>', 'afm:x', 'afm:x{a="b} 1', 'afm:x{a=b} 1', 'afm:x 0x10', 'afm:x 1 2 3', '1x 2'])(
    'is not: %s',
    (text) => expect(parsePrometheus(`afm:ok 1\n${text}\n`)).toBeNull(),
  )
})

describe('quantiles, as Prometheus interpolates them', () => {
  const buckets = [
    { upTo: 1, count: 10 },
    { upTo: 2, count: 30 },
    { upTo: 4, count: 40 },
    { upTo: Number.POSITIVE_INFINITY, count: 40 },
  ]
  it('is linear inside the bucket', () => {
    // Rank 20 of 40: half of the way through the second bucket's 20. Rank 38: 0.8 through the third.
    expect(histogramQuantile(0.5, buckets)).toBe(1.5)
    expect(histogramQuantile(0.95, buckets)).toBeCloseTo(3.6)
    expect(histogramQuantile(0.1, [...buckets].reverse())).toBeCloseTo(0.4)
  })
  it('gives the last bound for what lies beyond it, and nothing for nothing', () => {
    const slow = [
      { upTo: 1, count: 1 },
      { upTo: Number.POSITIVE_INFINITY, count: 10 },
    ]
    expect(histogramQuantile(0.5, slow)).toBe(1)
    expect(histogramQuantile(0.5, [])).toBeNull()
    expect(
      histogramQuantile(
        0.5,
        buckets.map(({ upTo }) => ({ upTo, count: 0 })),
      ),
    ).toBeNull()
    expect(histogramQuantile(0.5, buckets.slice(0, 3))).toBeNull()
  })
})

describe('what two readings say', () => {
  const text = (generated: number) => `afm:num_requests_running{model_name="a"} 1
afm:num_requests_running{model_name="b"} 2
afm:num_requests_waiting 3
afm:gpu_cache_usage_perc 0.25
afm:generation_tokens_total ${generated}
afm:radix_cache_hits_total 3
afm:radix_cache_misses_total 1
afm:time_to_first_token_seconds_bucket{model_name="a",le="0.5"} 1
afm:time_to_first_token_seconds_bucket{model_name="a",le="1"} 2
afm:time_to_first_token_seconds_bucket{model_name="a",le="+Inf"} 2
afm:time_to_first_token_seconds_bucket{model_name="b",le="0.5"} 3
afm:time_to_first_token_seconds_bucket{model_name="b",le="1"} 6
afm:time_to_first_token_seconds_bucket{model_name="b",le="+Inf"} 6
`
  it('adds up the models, and takes rates from the difference', () => {
    expect(metricsBetween(read(text(100)), read(text(250), 2000))).toEqual({
      runningRequests: 3,
      waitingRequests: 3,
      generatedTokS: 75,
      prefilledTokS: null,
      cacheUsePct: 25,
      prefixHitPct: 75,
      firstTokenMedianS: 0.5,
      firstTokenP95S: 0.95,
    })
  })
  it('has no rate at first, nor after a restart, which sets counters back', () => {
    expect(metricsBetween(null, read(text(100))).generatedTokS).toBeNull()
    expect(metricsBetween(read(text(100)), read(text(5), 1000)).generatedTokS).toBeNull()
    expect(metricsBetween(read(text(5), 1000), read(text(25), 2000)).generatedTokS).toBe(20)
  })
  it('what the server does not say is not shown', () => {
    const metrics = metricsBetween(
      null,
      read('afm:num_requests_running NaN\nafm:radix_cache_hits_total 0\nafm:radix_cache_misses_total 0\n'),
    )
    expect(Object.values(metrics).every((value) => value === null)).toBe(true)
  })
})

it('reads the demo server’s, and none where there are none', async () => {
  const demo = await startDemoServer({ port: 0 })
  const reading = await fetchMetrics({ baseUrl: demo.url, key: null })
  expect(reading && metricsBetween(null, reading)).toMatchObject({
    runningRequests: 0,
    waitingRequests: 0,
    cacheUsePct: 0,
  })
  expect(await fetchMetrics({ baseUrl: `${demo.url}/health`, key: null })).toBeNull()
  await demo.close()
  expect(await fetchMetrics({ baseUrl: demo.url, key: null })).toBeNull()
})
