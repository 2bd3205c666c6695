import { Table2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import classes from './chart.module.css';
import type { ChartProps } from './chart-props.ts';
import { SkeletonBox } from './skeletons.tsx';

const Area = lazyChunk(() => import('./chart-area.tsx'));

/** A time series, with the same data as a table. The drawing code loads with the first chart. */
export function Chart(props: ChartProps) {
  const { t } = useTranslation('common');
  const [asTable, setAsTable] = useState(false);
  const height = props.height ?? 200;
  const isEmpty = props.points.every((point) => props.series.every((one) => Number(point[one.key] ?? 0) === 0));
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.head}>
        <span className={classes.legend}>
          {props.series.map((one) => (
            <span key={one.key} className={classes.key} data-accent={one.accent || undefined}>
              {one.label}
            </span>
          ))}
        </span>
        <span className={classes.span}>{props.span}</span>
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={asTable}
          aria-label={t('chart.table')}
          data-hint={t('chart.table')}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 size={16} aria-hidden />
        </button>
      </figcaption>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.table} style={{ maxHeight: height + 24 }} tabIndex={0} aria-label={props.label}>
          <table>
            <thead>
              <tr>
                <th scope="col">{props.atLabel ?? t('chart.day')}</th>
                {props.series.map((one) => (
                  <th key={one.key} scope="col">
                    {one.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.points.toReversed().map((point, at) => (
                <tr key={point.at}>
                  <th scope="row">
                    {props.isLastOpen && at === 0
                      ? t('chart.soFar', { day: props.formatAt(point.at) })
                      : props.formatAt(point.at)}
                  </th>
                  {props.series.map((one) => (
                    <td key={one.key}>{props.format(Number(point[one.key] ?? 0))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : isEmpty ? (
        // Without a value there is no scale to draw.
        <div className={classes.none} style={{ height: height + 24 }}>
          {t('chart.none')}
        </div>
      ) : (
        <div role="img" dir="ltr" aria-label={`${props.label}. ${props.span}`} style={{ height: height + 24 }}>
          <Suspense fallback={<SkeletonBox width="100%" height={height} />}>
            <Area {...props} height={height} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}
