import classes from './skeletons.module.css';

/** Placeholder for a line of text. */
export function SkeletonLine({ width = '60%', height = 10 }: { width?: string | number; height?: number }) {
  return <span className={classes.skeleton} style={{ width, height, borderRadius: height / 2 }} aria-hidden="true" />;
}

/** Placeholder for an image. */
export function SkeletonBox({ width = 40, height = 40 }: { width?: string | number; height?: string | number }) {
  return <span className={classes.skeleton} style={{ width, height, borderRadius: 6 }} aria-hidden="true" />;
}

/** Placeholder for a detail panel: header, three facts, a few lines with images. */
export function SkeletonDetail() {
  return (
    <div className={classes.detail} aria-hidden="true">
      <SkeletonLine width="45%" height={14} />
      <div className={classes.facts}>
        {[0, 1, 2].map((one) => (
          <div key={one} className={classes.stack}>
            <SkeletonLine width="50%" height={8} />
            <SkeletonLine width="80%" height={12} />
          </div>
        ))}
      </div>
      {[0, 1, 2].map((one) => (
        <div key={one} className={classes.line}>
          <SkeletonBox />
          <div className={classes.stack}>
            <SkeletonLine width="70%" />
            <SkeletonLine width="35%" height={8} />
          </div>
        </div>
      ))}
    </div>
  );
}
