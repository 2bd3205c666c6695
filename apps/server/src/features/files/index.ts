export { linkFiles, useFiles } from './actions/attach-files.ts';
export { forgetDrawn, readPublicPicture } from './actions/read-public.ts';
export { readFile, saveFile } from './actions/save-file.ts';
export { register } from './register.ts';
export {
  changeFilesOwner,
  discardFiles,
  eraseFiles,
  type FileRow,
  findFiles,
  moveFiles,
  publishFile,
} from './repo.ts';
export { toFileView, toSharedUrl } from './rules/file-link.ts';
export { FILE_EXTENSIONS } from './rules/file-name.ts';
