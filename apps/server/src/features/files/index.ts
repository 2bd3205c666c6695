export { linkFiles, useFiles } from './actions/attach-files.ts';
export { moveLater } from './actions/move-into-store.ts';
export { readPublicPicture } from './actions/read-public.ts';
export { readFile, saveFile, storeFile } from './actions/save-file.ts';
export { addPart, finishUpload, readUpload, startUpload } from './actions/upload-parts.ts';
export { register } from './register.ts';
export {
  changeFilesOwner,
  discardFiles,
  eraseFiles,
  type FileRow,
  findFiles,
  keepFiles,
  keepFileUntil,
  moveFiles,
  publishFile,
} from './repo.ts';
export { toFileView, toSharedUrl } from './rules/file-link.ts';
export { FILE_EXTENSIONS } from './rules/file-name.ts';
export type { UploadRow } from './upload-repo.ts';
