export { PictureStack } from './list/picture-stack.tsx';
export { Problem } from './panel/problem.tsx';
export { RefundDialog } from './refund-dialog.tsx';
export { SectionActions, SectionRow } from './sections.tsx';
export { TaskHost } from './tasks.tsx';
