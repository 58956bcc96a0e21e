/** How the acts at a row's end look: the main one in an outline, for filled is the one main act of a page; the others as words. */
export const MAIN_ACT = { size: 'small' } as const;
export const OTHER_ACT = { size: 'small', type: 'text' } as const;
/** What takes the record away. */
export const DELETE_ACT = { ...OTHER_ACT, danger: true } as const;
