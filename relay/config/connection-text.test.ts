import { expect, test } from 'vitest'
import { connectionUrl, readConnectionText } from './connection-text.ts'

const postgres = connectionUrl('postgres')
const mysql = connectionUrl('mysql')

test.each([
  ['ann:hunter22@tcp(127.0.0.1:4794)/db', 'mysql://ann:hunter22@127.0.0.1:4794/db'],
  ['ann:p@ss:w/rd@tcp(db)/shop?parseTime=true', 'mysql://ann:p%40ss%3Aw%2Frd@db/shop?parseTime=true'],
  ['ann:hunter22@tcp([::1]:3306)/', 'mysql://ann:hunter22@[::1]:3306/'],
  ['ann:x@unix(/run/my.sock)/db', 'mysql://ann:x@/db?host=%2Frun%2Fmy.sock'],
  ['tcp(db:3306)/shop', 'mysql://db:3306/shop'],
  ['$(username):$(password)@tcp(db)/', 'mysql://$(username):$(password)@db/'],
  ['Server=db;Port=3307;Uid=ann;Pwd=hun ter22;Database=shop', 'mysql://ann:hun%20ter22@db:3307/shop'],
  ['jdbc:mysql://db:3306/shop?user=ann&password=hunter22', 'mysql://ann:hunter22@db:3306/shop'],
])('reads Go, ADO and JDBC texts for MySQL: %s', (text, url) => {
  expect(mysql(text)).toBe(url)
})

test.each([
  [
    "host=db port=5433 user=ann password='hun\\'ter 22' dbname=shop sslmode=require",
    "postgres://ann:hun'ter%2022@db:5433/shop?sslmode=require",
  ],
  ['host=/run/postgresql user=ann dbname=shop', 'postgres://ann@/shop?host=%2Frun%2Fpostgresql'],
  ['  host = db  password = a;b ', 'postgres://:a%3Bb@db/'],
  ['host=db password=$(password)', 'postgres://:$(password)@db/'],
  ['Host=db;Username=ann;Password="a;""b";Database=shop;', 'postgres://ann:a%3B%22b@db/shop'],
  ['jdbc:postgresql://db/shop?user=ann&password=p%40ss&ssl=true', 'postgres://ann:p%40ss@db/shop?ssl=true'],
])('reads libpq, ADO and JDBC texts for PostgreSQL: %s', (text, url) => {
  expect(postgres(text)).toBe(url)
})

test('reads SQL Server texts with the port after a comma', () => {
  expect(readConnectionText('Server=tcp:db,1433;User Id=sa;Password=p;Initial Catalog=shop;Encrypt=true')).toEqual({
    host: 'db',
    port: '1433',
    user: 'sa',
    password: 'p',
    database: 'shop',
    parameters: [['Encrypt', 'true']],
  })
  expect(readConnectionText('jdbc:sqlserver://db:1433;databaseName=shop;user=sa;password=p')).toMatchObject({
    host: 'db',
    port: '1433',
    user: 'sa',
    password: 'p',
    database: 'shop',
  })
})

test('returns URLs and unknown texts unchanged', () => {
  for (const text of ['postgres://ann:x@db/shop?a=b', 'db:5432', 'host', 'select a = b', 'a=b', ''])
    expect(postgres(text)).toBe(text)
})
