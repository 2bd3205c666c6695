const PASSING = ['OUTSIDE_NOT_ANSWERING', 'OUTSIDE_BUSY', 'OUTSIDE_UNREACHABLE'];

/** Whether what stands in the way of a connection passes without anybody's doing. */
export const isTemporary = (problem: { key: string }): boolean => PASSING.includes(problem.key);
