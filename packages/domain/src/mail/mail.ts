import { hasPermission, type Subject } from '../permission/access.ts';

/** Id of the target for mails in the queue that webhooks also use. */
export const MAIL_TARGET = 0;

/** Kinds of mails (decision 170). Each has its texts in the dictionary `mail`. */
export const MAIL_KINDS = [
  'test',
  'invitation',
  'password_link',
  'factors_reset',
  'reply',
  'quote',
  'complaint',
  'completed',
  'sign_in',
  'notifications',
  'late',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Kinds that a person can turn on and off. The other kinds answer a request of the person or of an administrator. */
export const CHOSEN_MAILS = ['reply', 'quote', 'complaint', 'completed', 'sign_in', 'notifications', 'late'] as const;
export type ChosenMail = (typeof CHOSEN_MAILS)[number];

const STAFF_MAILS: readonly ChosenMail[] = ['notifications', 'late'];
export const isForStaff = (kind: MailKind): boolean => STAFF_MAILS.some((one) => one === kind);

/** Returns the kinds that an account can choose. Customers receive all theirs until they choose, staff none. */
export const getMailChoices = (subject: Subject): readonly ChosenMail[] =>
  CHOSEN_MAILS.filter(
    (kind) =>
      isForStaff(kind) === (subject.account === 'staff') &&
      (kind !== 'late' || hasPermission(subject, 'npn_assign_task')),
  );

/** Hours for which a link is valid: the invitation of a new account, and a new password. */
export const LINK_HOURS = { invitation: 72, password_link: 1 } as const;
export type LinkKind = keyof typeof LINK_HOURS;
export const isLinkKind = (kind: MailKind): kind is LinkKind => kind in LINK_HOURS;
