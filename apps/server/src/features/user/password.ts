import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';

/** Common passwords of at least eight characters, in lower case. Shorter ones are refused by length. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
12345678 123456789 1234567890 12345678910 123456789a 123456789q 0123456789 987654321 9876543210 0987654321
87654321 88888888 1234567891 123123123 123321123 112233445566 11223344 1122334455 147258369 159357456 741852963
789456123 456789123 135792468 246813579 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc qazwsxedc qazwsx123
zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyui qwertyuiop qwerty789 asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zxcvbnm, 1234qwer 123qweasd
123qwe123 12345qwert abcd1234 abc12345 abc123456 abc123abc abcd12345 abcdefgh abcdefghi a1b2c3d4 a1b2c3d4e5
aa123456 aaa12345 aa12345678 a123456789 a1234567 a12345678 asd12345 asd123456 1234abcd 12341234 12344321 11111111
00000000 99999999 66666666 77777777 11112222 12121212 password password1 password12 password123 password1234
password! passw0rd p@ssword p@ssw0rd p@ssw0rd1 pa55word pass1234 pass12345 passpass mypassword newpassword
changeme changeme1 changeme123 letmein1 letmein123 welcome1 welcome12 welcome123 welcome2024 welcome2025
welcome2026 admin123 admin1234 admin12345 admin123456 administrator adminadmin admin@123 admin@1234 root1234
rootroot test1234 test12345 testtest guest123 user1234 default1 master123 iloveyou iloveyou1 iloveyou2 iloveyou123
ilovegod loveyou1 lovelove princess princess1 sunshine sunshine1 football football1 baseball basketball superman
superman1 batman123 spiderman pokemon1 starwars starwars1 whatever whatever1 trustno1 trustno1! dragon123
monkey123 shadow123 michael1 jennifer jordan23 computer computer1 internet internet1 samsung1 samsung123 iphone123
facebook facebook1 google123 liverpool liverpool1 chelsea1 chelsea123 arsenal1 manchester barcelona barcelona1
realmadrid corvette mercedes christmas summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
spring2025 spring2026 autumn2025 autumn2026 january1 october1 november1 december1 blink182 fuckyou1 fuckyou123
asshole1 pussycat babygirl babygirl1 blessed1 charlie1 butterfly matkhau1 matkhau12 matkhau123 matkhau1234
matkhau@123 matkhaumoi matkhau123456 khongbiet khongcomatkhau khongnoi khongco1 quenmatkhau anhyeuem anhyeuem1
anhyeuem123 emyeuanh emyeuanh1 emyeuanh123 yeuem123 yeuanh123 yeuemnhieu yeuanhnhieu toiyeuem toiyeuban iuoinhieu
nhoemnhieu conyeume conyeuba giadinh1 giadinhtoi vietnam1 vietnam12 vietnam123 vietnam2024 vietnam2025 vietnam2026
vietnamvodich hanoi123 hanoi1234 saigon123 saigon1234 saigon2025 danang123 danang43 haiphong haiphong1 cantho123
hochiminh hochiminh1 tphcm123 xinchao1 xinchao123 tinhyeu1 tinhyeu123 maimaiyeu maimaiyeuem buonngu1 congchua
congchua1 hoangtu1 thienthan thiensu1 meocon123 bebong123 chimcanhcut nguyenvan nguyenvana nguyen123 nguyenthi
tranvana abc@1234 abc@12345 aa@12345 aa@123456 abc123!@ abc123!@# 1234@abcd qwe123!@# 123456a@ 123456aa 123456abc
123456ab 123456aa@ 1234567a 1234567aa 123456789aa 123456@a 123456@abc 123456qwe 123456asd 12345678a 12345678@
12345678aa a@123456 a123456@ admin@admin qwerty@123 pass@123 pass@1234 password@1 password@123 p@ss1234 zing1234
zingme123 zalo1234 zalo12345 lienquan1 lienminh1 bongda123 sontungmtp sontung1 anhdaden motnguoi vothuong123
darkroom darkroom1 darkroom123 photoshop photoshop1 photoshop123 lightroom lightroom1 retouch1 retouching
editor123 editoreditor
`
    .trim()
    .split(/\s+/),
);

/** The parameters of argon2id, the library's default: 19 MiB and two passes (quality 21). */
const HASH_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Vietnamese keyboards compose marks differently. The same word must be the same password on all of them.
const normalizePassword = (password: string): string => password.toWellFormed().normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), HASH_PARAMETERS);

let dummyHash: Promise<string> | undefined;

/** Returns true if the password matches the hash. Without a hash, the check takes the same time on a dummy hash. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(generateOneTimePassword());
  const matches = await verify(storedHash ?? (await dummyHash), normalizePassword(password)).catch(() => false);
  return storedHash !== null && matches;
}

/** Returns true for a password that is easy to guess: a common one, one repeated character, or the account's name. */
export function isWeakPassword(password: string, username: string): boolean {
  const folded = normalizePassword(password).toLowerCase();
  const name = username.normalize('NFC').toLowerCase();
  const letters = new Set(folded).size;
  return COMMON_PASSWORDS.has(folded) || letters < 3 || folded === name;
}

/** Characters without letters and digits that sound or look similar on the telephone. */
const READABLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates a one-time password in four groups, with 79 random bits. */
export const generateOneTimePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => READABLE_CHARACTERS[randomInt(READABLE_CHARACTERS.length)]).join(''),
  ).join('-');
