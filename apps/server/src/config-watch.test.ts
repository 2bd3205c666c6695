import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig({ QUAYSIDE_SANDBOX: 'off', ...env }, [], '/');

describe('the settings of metrics and traces', () => {
  it('are off unless set', () => {
    expect(read({}).metrics).toEqual({ address: undefined, token: undefined });
    expect(read({}).tracing).toBeUndefined();
    expect(read({ OTEL_SERVICE_NAME: 'shop' }).tracing).toBeUndefined();
  });

  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['metrics.internal:80', { host: 'metrics.internal', port: 80 }],
  ])('an address is a host and a port: %s', (text, address) => {
    expect(read({ QUAYSIDE_METRICS: text }).metrics.address).toEqual(address);
  });

  it.each(['9464', ':9464', '127.0.0.1', '::1:9464', 'http://x:1', '127.0.0.1:70000'])('and not %s', (text) => {
    expect(() => read({ QUAYSIDE_METRICS: text })).toThrow(ConfigError);
  });

  it('has headers as OpenTelemetry writes them', () => {
    const tracing = (headers: string) =>
      read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318//', OTEL_EXPORTER_OTLP_HEADERS: headers }).tracing;
    expect(tracing('authorization=Basic%20YQ==, x-team=ops')).toEqual({
      endpoint: 'http://c:4318',
      headers: { authorization: 'Basic YQ==', 'x-team': 'ops' },
      serviceName: 'quayside',
      ratio: 1,
    });
    expect(() => tracing('no-value')).toThrow(ConfigError);
    expect(() => tracing('a=%E0%A4%A')).toThrow(ConfigError);
    expect(() => read({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(ConfigError);
  });

  it('does not print a token that is not valid', () => {
    expect(() => read({ QUAYSIDE_METRICS_TOKEN: 'too short' })).toThrow(
      /QUAYSIDE_METRICS_TOKEN is not valid \(value hidden\)/,
    );
  });
});
