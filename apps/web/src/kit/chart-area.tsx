import { max, min, nice, ticks } from 'd3-array';
import { area, line } from 'd3-shape';
import { type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';
import type { ChartProps } from './chart-props.ts';
import { textWidth } from './text-width.ts';

/** Pixels. */
const FONT = 12;
const TOP = 8;
const AXIS = 24;
const EDGE = 4;
const GAP = 8;
/** Gap between two date labels. */
const DAY_GAP = 24;
const VALUE_TICKS = 4;

/** The current width of an element in pixels. 0: not measured yet. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const read = () => setWidth(element.clientWidth);
    const sized = new ResizeObserver(read);
    read();
    sized.observe(element);
    return () => sized.disconnect();
  }, []);
  return { ref, width };
}

/** Indexes of the labeled days: from the newest back, without overlap. The oldest labels are moved in from the edge. */
function shownDays(count: number, step: number, widest: number): number[] {
  const every = Math.max(1, Math.ceil((widest + DAY_GAP) / Math.max(step, 1)));
  const movedIn = (at: number): number => Math.max(0, widest / 2 - EDGE - at * step);
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => count - 1 - at * every).filter(
    (at) => at === count - 1 || every * step - movedIn(at) - widest >= GAP,
  );
}

/** The drawing of Chart, in its own chunk with d3's shapes. */
export default function ChartArea(props: ChartProps) {
  const { points, series, format, formatAxis = format, formatAt, height = 200, isLastOpen = false } = props;
  const { t } = useTranslation('common');
  const { ref, width } = useWidth();
  const [shown, setShown] = useState<number>();
  const fill = useId();
  const rtl = document.dir === 'rtl';
  const valueAt = (at: number, key: string) => Number(points[at]?.[key] ?? 0);
  const values = series.flatMap(({ key }) => points.map((_, at) => valueAt(at, key)));
  const [low, high] = nice(Math.min(0, min(values) ?? 0), Math.max(max(values) ?? 0, 1), VALUE_TICKS);
  const marks = ticks(low, high, VALUE_TICKS).map((value) => ({ value, text: formatAxis(value) }));
  const axisWidth = Math.max(...marks.map(({ text }) => textWidth(text, FONT))) + GAP;
  const days = points.map(({ at }) => formatAt(at));

  // Time runs in reading direction; value labels are at its end.
  const left = EDGE + (rtl ? axisWidth : 0);
  const right = width - EDGE - (rtl ? 0 : axisWidth);
  const step = points.length > 1 ? (right - left) / (points.length - 1) : 0;
  const x = (at: number) => (rtl ? right - at * step : left + at * step);
  const y = (value: number) => TOP + (height - TOP) * (1 - (value - low) / (high - low));
  const indexes = points.map((_, at) => at);
  /** Straight lines: a curve shows sales on days without any. */
  const lineOf = (key: string, of: readonly number[]) => line<number>(x, (at) => y(valueAt(at, key)))(of) ?? '';
  const open = isLastOpen && indexes.length > 1 ? indexes.slice(-2) : [];
  const whole = open.length > 0 ? indexes.slice(0, -1) : indexes;
  const areaOf = (key: string) => area<number>(x, y(0), (at) => y(valueAt(at, key)))(indexes) ?? '';
  const anchor = (at: number) => {
    const half = textWidth(days[at] ?? '', FONT) / 2;
    if (x(at) - half < 0) return 'start';
    return x(at) + half > width ? 'end' : 'middle';
  };

  function point(event: PointerEvent): void {
    const from = event.currentTarget.getBoundingClientRect().left;
    const passed = rtl ? right - (event.clientX - from) : event.clientX - from - left;
    const nearest = step > 0 ? Math.round(passed / step) : 0;
    setShown(Math.min(points.length - 1, Math.max(0, nearest)));
  }

  const tipAt = shown === undefined || shown >= points.length ? undefined : shown;
  return (
    <div
      ref={ref}
      className={classes.plot}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setShown(undefined)}
    >
      {width > 0 && points.length > 0 ? (
        <svg width={width} height={height + AXIS} aria-hidden="true">
          <defs>
            <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="var(--sea)" stopOpacity={0.18} />
              <stop offset="1" stopColor="var(--sea)" stopOpacity={0} />
            </linearGradient>
          </defs>
          {marks.map(({ value, text }) => (
            <g key={value}>
              <line x1={left} x2={right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
              <text
                x={rtl ? left - GAP : right + GAP}
                y={y(value)}
                dy="0.35em"
                textAnchor={rtl ? 'end' : 'start'}
                className={classes.tick}
              >
                {text}
              </text>
            </g>
          ))}
          {shownDays(points.length, step, Math.max(...days.map((day) => textWidth(day, FONT)))).map((at) => (
            <text key={at} x={x(at)} y={height + AXIS - 6} textAnchor={anchor(at)} className={classes.tick}>
              {days[at]}
            </text>
          ))}
          {tipAt === undefined ? null : (
            <line x1={x(tipAt)} x2={x(tipAt)} y1={TOP} y2={height} stroke="var(--line-strong)" />
          )}
          {series.map(({ key, accent }) => (
            <g key={key} stroke={accent ? 'var(--sea)' : 'var(--chart-base)'} fill="none">
              {accent ? <path d={areaOf(key)} fill={`url(#${fill})`} stroke="none" /> : null}
              <path
                d={lineOf(key, whole)}
                strokeWidth={accent ? 2 : 1.5}
                strokeDasharray={accent ? undefined : '4 4'}
              />
              {open.length > 0 ? (
                <path
                  d={lineOf(key, open)}
                  data-open
                  strokeWidth={accent ? 2 : 1.5}
                  strokeDasharray="1 4"
                  strokeLinecap="round"
                />
              ) : null}
              {tipAt === undefined ? null : (
                <circle
                  cx={x(tipAt)}
                  cy={y(valueAt(tipAt, key))}
                  r={3.5}
                  fill={accent ? 'var(--sea)' : 'var(--chart-base)'}
                  stroke="none"
                />
              )}
            </g>
          ))}
        </svg>
      ) : null}
      {tipAt === undefined ? null : (
        <div
          className={classes.tip}
          dir={document.dir}
          style={x(tipAt) > width / 2 ? { right: width - x(tipAt) + GAP } : { left: x(tipAt) + GAP }}
        >
          <div className={classes.tipDay}>
            {isLastOpen && tipAt === points.length - 1 ? t('chart.soFar', { day: days[tipAt] }) : days[tipAt]}
          </div>
          {series.map(({ key, label }) => (
            <div key={key} className={classes.tipLine}>
              <span>{label}</span>
              <strong>{format(valueAt(tipAt, key))}</strong>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
