import { SkeletonBox, SkeletonLine } from '../../../kit/skeletons.tsx';
import classes from './outside.module.css';

/** The shape of a page that is being read. */
export function PageSkeleton() {
  return (
    <>
      <div className={classes.pictures} aria-hidden="true">
        <SkeletonBox width="100%" height={220} />
      </div>
      <div className={classes.words} aria-hidden="true">
        <div className={classes.skeletons}>
          <SkeletonLine width="70%" height={16} />
          <SkeletonLine width="40%" />
          <SkeletonLine width="25%" height={14} />
        </div>
      </div>
    </>
  );
}
