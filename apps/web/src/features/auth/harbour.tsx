import classes from './harbour.module.css';

/** A row of stacked containers. */
function Stack({
  x,
  y,
  columns,
  rows,
  tones,
}: {
  x: number;
  y: number;
  columns: number;
  rows: number[];
  tones: string;
}) {
  return Array.from({ length: columns }, (_, column) =>
    Array.from({ length: rows[column] ?? 0 }, (_, row) => {
      const tone = tones[(column * 3 + row * 5) % tones.length];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: places in a drawing
        <g key={`${column}-${row}`} className={classes[`box${tone}`]}>
          <rect x={x + column * 46} y={y - (row + 1) * 19} width="44" height="18" rx="1" />
          <path
            d={`M${x + column * 46 + 7} ${y - (row + 1) * 19 + 4}v10m7.5-10v10m7.5-10v10m7.5-10v10m7.5-10v10`}
            className={classes.rib}
          />
        </g>
      );
    }),
  );
}

/** A crane of the quay, `s` times as large. */
function Crane({ x, y, s, far }: { x: number; y: number; s: number; far?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${s})`} className={far ? classes.craneFar : classes.crane}>
      <path d="M0 0V-118M38 0V-118M0-60H38M0-118H38M0 0 38-60M38 0 0-60" />
      <path d="M-74-118H118M19-118V-160M19-160-66-120M19-160 112-120" />
      <path d="M-52-118v26" className={classes.rope} />
    </g>
  );
}

/** The harbour at seven in the morning: what the product feels like. Decoration only. A low picture cuts through the clouds: it has none. */
export function Harbour({ isLow = false }: { isLow?: boolean }) {
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" className={classes.scene} aria-hidden="true">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.sky1} />
          <stop offset="0.62" className={classes.sky2} />
          <stop offset="1" className={classes.sky3} />
        </linearGradient>
        <linearGradient id="water" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.water1} />
          <stop offset="1" className={classes.water2} />
        </linearGradient>
      </defs>
      <rect width="800" height="640" fill="url(#sky)" />
      <circle cx="236" cy="560" r="58" className={classes.sun} />
      {isLow ? null : (
        <g className={classes.cloud}>
          <path d="M470 250h150M520 262h170M90 330h120M60 342h90" />
        </g>
      )}
      <path d="M0 604c70-34 128-38 190-20s110 2 170-22 116-18 176 4 150 20 264-14v88H0Z" className={classes.hill1} />
      <path d="M0 622c90-20 170-10 250-4s180-26 280-18 180 14 270-4v44H0Z" className={classes.hill2} />
      <Crane x={472} y={628} s={0.62} far />
      <Crane x={588} y={628} s={0.62} far />
      <rect y="628" width="800" height="272" fill="url(#water)" />
      <g className={classes.glitter}>
        <path d="M206 646h62M190 664h84M216 684h44M178 706h110M204 732h70M160 762h132" />
      </g>
      <g className={classes.ripple}>
        <path d="M40 672h54M360 690h70M560 668h46M90 740h40M430 752h90M320 806h64M60 826h80" />
      </g>
      <g className={classes.ship}>
        <Stack x={300} y={652} columns={5} rows={[2, 3, 3, 2, 1]} tones="abcda" />
        <path d="M262 652h300l-22 38H288Z" className={classes.hull} />
        <path d="M275 674h274" className={classes.water} />
        <path d="M520 652v-54h22v54M526 606h10M526 616h10" className={classes.bridge} />
      </g>
      <g>
        <Crane x={648} y={716} s={1.5} />
        <path d="M420 716h380v184H396l24-150Z" className={classes.quay} />
        <path d="M420 716h380" className={classes.edge} />
        <path d="M446 750v58m46-58v58m46-58v58m46-58v58m46-58v58m46-58v58m46-58v58" className={classes.fender} />
        <Stack x={512} y={716} columns={3} rows={[1, 2, 1]} tones="cab" />
        <path d="M440 716v-10m0 0h-5m5 0h5" className={classes.bollard} />
        <path d="M438 708C400 716 372 706 330 676" className={classes.line} />
      </g>
      <g className={classes.gulls}>
        <path d="M306 396q8-9 15 0q8-9 15 0M352 424q6-7 11 0q6-7 11 0M280 436q5-6 9 0q5-6 9 0" />
      </g>
    </svg>
  );
}
