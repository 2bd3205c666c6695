import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import classes from './chart.module.css';
import type { ChartProps } from './chart-props.ts';

/** The drawing of Chart; alone in its chunk with the drawing library. */
export default function ChartArea({ points, series, format, formatAxis = format, formatAt, height }: ChartProps) {
  const rtl = document.dir === 'rtl';
  const tick = { fill: 'var(--ink-3)', fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height={(height ?? 200) + 24}>
      <AreaChart data={[...points]} margin={{ top: 6, right: 4, bottom: 0, left: 4 }} accessibilityLayer={false}>
        <defs>
          <linearGradient id="chart-accent" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--sea)" stopOpacity={0.18} />
            <stop offset="1" stopColor="var(--sea)" stopOpacity={0} />
          </linearGradient>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          reversed={rtl}
          tickFormatter={formatAt}
          tick={tick}
          tickLine={false}
          axisLine={false}
          minTickGap={48}
          dy={4}
        />
        <YAxis
          orientation={rtl ? 'left' : 'right'}
          tickFormatter={formatAxis}
          tick={tick}
          tickLine={false}
          axisLine={false}
          width="auto"
          tickCount={4}
        />
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          content={({ active, payload, label }) =>
            active && payload?.length ? (
              <div className={classes.tip}>
                <div className={classes.tipDay}>{formatAt(String(label))}</div>
                {payload.map((one) => (
                  <div key={String(one.dataKey)} className={classes.tipLine}>
                    <span>{one.name}</span>
                    <strong>{format(Number(one.value))}</strong>
                  </div>
                ))}
              </div>
            ) : null
          }
        />
        {series.map((one) => (
          <Area
            key={one.key}
            type="monotone"
            dataKey={one.key}
            name={one.label}
            stroke={one.accent ? 'var(--sea)' : 'var(--chart-base)'}
            strokeWidth={one.accent ? 2 : 1.5}
            strokeDasharray={one.accent ? undefined : '4 4'}
            fill={one.accent ? 'url(#chart-accent)' : 'none'}
            isAnimationActive={false}
            activeDot={{ r: 3.5, strokeWidth: 0 }}
            dot={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}
