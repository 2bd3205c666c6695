export { linkFiles, useFiles } from './actions/attach-files.ts';
export { readFile, saveFile } from './actions/save-file.ts';
export { register } from './register.ts';
export { changeFilesOwner, eraseFiles, type FileRow, findFiles, moveFiles } from './repo.ts';
export { toFileView, toSharedUrl } from './rules/file-link.ts';
export { FILE_EXTENSIONS } from './rules/file-name.ts';
