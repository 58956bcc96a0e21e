import type account from '../../public/locales/en/account.json';
import type allowance from '../../public/locales/en/allowance.json';
import type auth from '../../public/locales/en/auth.json';
import type bulk from '../../public/locales/en/bulk.json';
import type category from '../../public/locales/en/category.json';
import type common from '../../public/locales/en/common.json';
import type customer from '../../public/locales/en/customer.json';
import type errors from '../../public/locales/en/errors.json';
import type exporting from '../../public/locales/en/export.json';
import type field from '../../public/locales/en/field.json';
import type floor from '../../public/locales/en/floor.json';
import type group from '../../public/locales/en/group.json';
import type history from '../../public/locales/en/history.json';
import type job from '../../public/locales/en/job.json';
import type keys from '../../public/locales/en/keys.json';
import type blindCheck from '../../public/locales/en/blindCheck.json';
import type mail from '../../public/locales/en/mail.json';
import type menu from '../../public/locales/en/menu.json';
import type month from '../../public/locales/en/month.json';
import type notification from '../../public/locales/en/notification.json';
import type permission from '../../public/locales/en/permission.json';
import type person from '../../public/locales/en/person.json';
import type portal from '../../public/locales/en/portal.json';
import type price from '../../public/locales/en/price.json';
import type dueDate from '../../public/locales/en/dueDate.json';
import type quality from '../../public/locales/en/quality.json';
import type record from '../../public/locales/en/record.json';
import type recordImport from '../../public/locales/en/recordImport.json';
import type redo from '../../public/locales/en/redo.json';
import type request from '../../public/locales/en/request.json';
import type setting from '../../public/locales/en/setting.json';
import type staff from '../../public/locales/en/staff.json';
import type status from '../../public/locales/en/status.json';
import type table from '../../public/locales/en/table.json';
import type task from '../../public/locales/en/task.json';
import type team from '../../public/locales/en/team.json';
import type webhook from '../../public/locales/en/webhook.json';
import type work from '../../public/locales/en/work.json';

declare module 'i18next' {
  /** The keys of the English dictionaries. A test compares the Vietnamese keys. */
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      allowance: typeof allowance;
      auth: typeof auth;
      bulk: typeof bulk;
      category: typeof category;
      common: typeof common;
      customer: typeof customer;
      errors: typeof errors;
      export: typeof exporting;
      field: typeof field;
      floor: typeof floor;
      group: typeof group;
      history: typeof history;
      job: typeof job;
      keys: typeof keys;
      blindCheck: typeof blindCheck;
      mail: typeof mail;
      menu: typeof menu;
      month: typeof month;
      notification: typeof notification;
      permission: typeof permission;
      person: typeof person;
      portal: typeof portal;
      price: typeof price;
      dueDate: typeof dueDate;
      quality: typeof quality;
      record: typeof record;
      recordImport: typeof recordImport;
      redo: typeof redo;
      request: typeof request;
      setting: typeof setting;
      staff: typeof staff;
      status: typeof status;
      table: typeof table;
      task: typeof task;
      team: typeof team;
      webhook: typeof webhook;
      work: typeof work;
    };
  }

  /** The keys of each dictionary, a plural by its bare key. Calculated once, because i18next repeats this for each list of dictionaries. */
  type KeysOf = { [Name in keyof CustomTypeOptions['resources']]: Leaves<CustomTypeOptions['resources'][Name]> };
  type WholeKeysOf = { [Name in keyof KeysOf]: `${Name}:${KeysOf[Name]}` };
  type Leaves<Words, Path extends string = ''> = {
    [Key in keyof Words & string]: Words[Key] extends string
      ? `${Path}${Bare<Key>}`
      : Leaves<Words[Key], `${Path}${Key}.`>;
  }[keyof Words & string];
  type Bare<Key extends string> = Key extends `${infer Rest}_${'one' | 'other'}` ? Rest : Key;
  type NamesIn<Ns> = (Ns extends readonly (infer Name)[] ? Name : Ns) & keyof KeysOf;
  type FirstOf<Ns> = (Ns extends readonly [infer Name, ...unknown[]] ? Name : Ns) & keyof KeysOf;

  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    (key: KeysOf[FirstOf<Ns>] | WholeKeysOf[NamesIn<Ns>], options?: TOptions): string;
    /** Never set. It distinguishes types by their dictionaries (`Words` in words/i18n.ts). */
    readonly dictionaries?: Record<NamesIn<Ns>, true>;
  }
}
