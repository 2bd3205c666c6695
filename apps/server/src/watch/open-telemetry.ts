import { hostname } from 'node:os';
import {
  SpanKind as Kind,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanKind, Tracer } from './tracer.ts';
import type { LiveSpan } from './work-context.ts';

export interface TracingOptions {
  /** OTLP/HTTP collector without a path, such as http://127.0.0.1:4318. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  /** Share of traces that are recorded, 0 to 1. */
  ratio: number;
}

const KINDS: Record<SpanKind, Kind> = { server: Kind.SERVER, consumer: Kind.CONSUMER, client: Kind.CLIENT };
/** Milliseconds until spans are sent, at the latest; and how long a stopping process waits for the last ones. */
const SEND_MS = 2_000;
const EXPORT_MS = 3_000;

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The parent named by a traceparent, which requestId.ts or this file has written or checked. */
function remoteContext(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** Sends spans by OTLP/HTTP. Only imported when an endpoint is set: the SDK takes memory and time to load. */
export function createTracer({ endpoint, headers, serviceName, version, ratio }: TracingOptions): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_MS, exportTimeoutMillis: EXPORT_MS }),
    ],
  });
  const tracer = provider.getTracer('quayside', version);

  function live(span: Span): LiveSpan {
    const context = span.spanContext();
    return {
      traceId: context.traceId,
      traceparent: toTraceparent(context),
      end(facts = {}, error) {
        span.setAttributes(facts);
        if (error !== undefined) {
          span.setAttribute('error.type', error);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  return {
    start(name, kind, facts, parent) {
      const traceparent = typeof parent === 'string' ? parent : parent?.traceparent;
      const context = traceparent ? trace.setSpanContext(ROOT_CONTEXT, remoteContext(traceparent)) : ROOT_CONTEXT;
      return live(tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, context));
    },
    // A collector that is down must not fail the shutdown; its spans are lost.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
