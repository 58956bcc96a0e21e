import { PORTAL_CODES } from '@darkroom/domain/permission/codes';
import { can, type Subject } from '@darkroom/domain/permission/access';
import { describe, expect, it } from 'vitest';
import menu from '../../public/locales/en/menu.json' with { type: 'json' };
import { AREAS, isListed } from './screen.ts';
import { toScreenUrl, findScreen, screens } from './screens.ts';

/** Sidebar areas of spec §2, in the order of decision 083. */
const SIDEBAR: readonly (readonly [area: string, ...entries: string[]])[] = [
  ['Home', 'Home'],
  ['Job', 'Job', 'Task', 'Detail', 'Rework List'],
  [
    'Customer',
    'Details',
    'Customer Prices',
    'Customer Portal',
    'Report',
    'Contact us',
    'Customer Requests',
    'Customer Price Report',
  ],
  ['Staff', 'Member', 'Team', 'Days off'],
  ['Allowance', 'Meal', 'Everyone’s allowance'],
  ['Account', 'Information', 'Allowance', 'Work'],
  ['Settings', 'Category', 'Permissions', 'Group', 'System Lock', 'Metadata', 'Audit'],
  ['Info Hub', 'Info Hub'],
  ['Floor', 'Floor', 'Shift handover', 'Due dates', 'Month'],
  ['Quality', 'Quality', 'Blind checks', 'Complaints'],
  ['Connections', 'Webhooks', 'Email'],
];

const createStaff = (...codes: readonly string[]): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const customer: Subject = { account: 'customer', is_superuser: false, permissions: new Set(PORTAL_CODES) };

/** Returns the sidebar of a user as text. */
const listSidebar = (who: Subject) =>
  AREAS.map((area) => {
    const rows = screens.filter((row) => row.area === area && can(who, row.access) && isListed(row, who.account));
    return [menu.areas[area], ...rows.map(({ label }) => menu[label as 'home'])];
  }).filter(([, ...rows]) => rows.length > 0);

describe('the table of screens', () => {
  it("a superuser has every entry of the specification, then the bureau's own", () => {
    expect(listSidebar({ ...createStaff(), is_superuser: true })).toEqual(SIDEBAR);
  });

  it('a customer has the entries of the portal', () => {
    expect(listSidebar(customer)).toEqual([
      ['Home', 'Home'],
      ['Customer', 'Details', 'Customer Prices', 'Customer Portal', 'Report', 'Contact us'],
      ['Account', 'Information'],
      ['Info Hub', 'Info Hub'],
    ]);
  });

  it.each([
    ['npn_view_category', 'Settings', 'Category'],
    ['npn_change_x_toggle', 'Settings', 'Metadata'],
    ['npn_view_redo', 'Job', 'Rework List'],
    ['npn_view_allowance', 'Allowance', 'Meal'],
  ])('the holder of %s has %s › %s and the common entries', (code, area, entry) => {
    const entries = new Map(listSidebar(createStaff(code)).map(([name, ...rows]) => [name, rows]));
    expect(entries.get(area)).toEqual([entry]);
    expect(entries.has('Customer')).toBe(false);
  });

  it('the table has one row per URL and one key per row', () => {
    const addresses = screens.map(toScreenUrl);
    expect(new Set(addresses).size).toBe(addresses.length);
    const keys = screens.flatMap(({ goKey }) => goKey ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("a page precedes its other rows, which need the page's permission", () => {
    const others = screens.filter(({ by }) => by !== undefined);
    expect(others.map(toScreenUrl)).toEqual(['/job?by=detail', '/account/allowance?by=all']);
    for (const other of others) {
      const page = findScreen(other.path);
      expect(page?.by).toBeUndefined();
      expect(other.locks).toEqual(page?.locks);
      const codes = 'codes' in other.access ? other.access.codes : [];
      expect(page && can(createStaff(...codes), page.access)).toBe(true);
    }
  });
});
