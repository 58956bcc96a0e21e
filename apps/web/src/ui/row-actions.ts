/** How the acts at a row's end look: the main one in an outline, for filled is the one main act of a page; the others as words. */
export const MAIN_ACTION = { size: 'small' } as const;
export const OTHER_ACTION = { size: 'small', type: 'text' } as const;
/** What takes the record away. */
export const DELETE_ACTION = { ...OTHER_ACTION, danger: true } as const;
