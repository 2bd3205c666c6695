import { SkeletonBox } from '../../../kit/skeletons.tsx';
import classes from './panel-skeleton.module.css';

/** The shape of an order to come. */
export function PanelSkeleton() {
  return (
    <div className={classes.waiting} aria-busy="true">
      {[96, 96, 160, 120].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
        <SkeletonBox key={index} width="100%" height={height} />
      ))}
    </div>
  );
}
