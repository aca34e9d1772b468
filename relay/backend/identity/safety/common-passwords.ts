const list = `
  password passw0rd password1 password12 password123 password1234 password! passw0rd! p@ssword p@ssw0rd p@ssword1
  p@ssw0rd1 p@ssw0rd123 12345678 123456789 1234567890 12345678910 0123456789 87654321 987654321 9876543210 11111111
  111111111 1111111111 00000000 000000000 0000000000 22222222 55555555 66666666 77777777 88888888 99999999 12341234
  12344321 11223344 1122334455 112233445566 123123123 123321123 123454321 147258369 159357456 741852963 789456123
  123456789a 1234567a 12345678a a1234567 a12345678 a123456789 abcd1234 abcdefgh abcdefg1 abc12345 abc123456 abc123abc
  1234abcd 123abc123 1234qwer 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc q1w2e3r4
  q1w2e3r4t5 qazwsxedc qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwerty12345 qwertz123
  asdfghjkl asdfghjk asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zaq12wsx zaq1zaq1 iloveyou iloveyou1 iloveyou2 iloveyou123
  sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123
  starwars starwars1 michael1 jennifer jessica1 charlie1 jordan23 trustno1 whatever whatever1 computer computer1
  internet internet1 welcome1 welcome12 welcome123 welcome1234 letmein1 letmein123 letmein! changeme changeme1
  changeme123 changeit123 admin123 admin1234 admin12345 admin@123 administrator administrator1 adminadmin rootroot
  root1234 toor1234 secret123 secret1234 testtest test1234 test12345 testing1 testing123 testpass temp1234 temppass
  guest1234 user1234 username default1 default123 monitoring monitoring1 operator operator1 nagiosadmin zabbixadmin
  quarterdeck quarterdeck1 dragon123 monkey123 shadow123 master123 mustang1 summer2023 summer2024 summer2025 summer2026
  winter2023 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 liverpool liverpool1 chelsea1
  arsenal1 corvette mercedes maverick midnight blink182 pokemon1 naruto123 google123 facebook linkedin samsung1
  azerty123 azertyuiop hallo123 passwort passwort1 passwort123 schatz123 motdepasse contraseña senha123 bienvenue
  correcthorsebatterystaple
`

/** Lower case, at least eight characters; shorter ones are rejected anyway. */
export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
