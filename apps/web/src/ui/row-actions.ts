/** The look of actions at the end of a row: the main one is outlined, because filled is the page's main action. The others are text. */
export const MAIN_ACTION = { size: 'small' } as const;
export const OTHER_ACTION = { size: 'small', type: 'text' } as const;
export const DELETE_ACTION = { ...OTHER_ACTION, danger: true } as const;
