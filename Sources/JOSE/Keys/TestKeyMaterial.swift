// TEST KEYS. TEST KEYS. TEST KEYS.
//
// Private keys that everyone can read here. They prove nothing and protect nothing: never use them, or
// anything that is signed with or encrypted to them, outside a test. Made for this project with `openssl
// genpkey`; PKCS#8, base64.

/// The bytes of the TEST KEYS; `TestKeys` gives them their names and uses.
enum TestKeyMaterial {
  /// TEST KEY, public: what the emulated provider signs with.
  static let opSignature: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCrDwqP4J0qpkqvqojemzXek60vzCzk3D67VT+sBfa+nopZxCn4\
    CaoFdcInSnx51Ln/lnA74Bi7XCw7H6V850dL1acFpe0VKD7MjC/6rGYVPRKknZLc2jSg/tSjBuL8Qz2tG2El/Y3jbeqNT5li3TQg\
    ctkEkPqf1Rtl2b5sLjQgqYdSOfMn+FXjL8q8ewTE6ZTLDPd60XBwacmHyvXbbm0jDWWsfo1+7QbUtE+Yc/YD9OUXWrzvnq7mD0WW\
    BYMAe9inXIRkQ6ssJxy7gkVo5jUyoKHTaJHBaAwaheQPq6EmSHhpgqVV2nAZXArcz2xrKyOnBEi8GYr/MdmqHsBFvhzbAgMBAAEC\
    ggEAA1O9RI1XKtayk8mEQWXEcPbvXFAjPJpTqaIfvtFPRzR40J31PdFP5yyvFF0pbNc1FoiopMl+W0D3AHlkZx8HSHoFD+7C9nF8\
    QAJ0BnMNYAyT81nrQUEI2zhjQctNZYZ+fLXDhURYWtv7vwVIbV9YqoIa8+QVmj+mkxJFCjNsQrxXpg0y+ZbKE2CBlAcUwpJkQt+z\
    7YzdLnawFo9V5/LXozUOq8LDwuxLXdkg3ttuLWKEQAE4Yebeo1O+ce8HXFIg3vi2LR41k9nA97c76yEccpKrFHIzKsjZ4OTXU7Fn\
    Aui/w6RFsL7vzFfTCLF3C6HNYmR8UvcmfVBU81Cujn3N7QKBgQDa+Vq2MB+ReN2/R5C5oeafNPRv1M5sRJg2qYdzeNQvAMxKpjmU\
    xU8mGMxwIznFrthDNGvpaoF/qJTgS+CjKmwy+RHy2mcPR28S8I0b9d3EoLvBk5xj9skoiFZOXtBIfqC7QhKOGUB3GAqfBcEaL39S\
    hLeYfSyDa0ceIvcZNvR0vQKBgQDH+5ij+h+RRTC8XMiOZ5rxJ6VK2JpWJSMZ1mgMI4L4GAh0klef1uglwFM2rpWpIS2TV4qskwVr\
    DGYEUAN6Kk/qOYLfQR+bdaw+6zsf7/G69guqgPizWPyLS+k1i8HhRz5yv3CgZquTpkbNR663tsBRi/aMaD35SSnCunX7iGtNdwKB\
    gQDNm+/qPDuYG9aTgf5J39Stz0pqK3b8QFhwkzSlX2JVFDm/Kl/M6owMKKLl9J2NmkRkrjdZf/FCziekiHrQmsfoAOkykJLOzPNl\
    5EuLYoyu0YIbHKBvWM2/am0nv21xdL01t6+2j81xRjjK4ttT3B+Aey/tVjPS3otzp78/hNN7PQKBgQDGVDOeM/nIlWju9cmEySU1\
    ks7vun7dfjkgb62ClFlX+GWyTkwOXhCfF+yu51fPgvLzFDeYTLpr3sDx9/Rq3LmineS3ypsxDvOC9sENPGZst4T8VKnRHChhcShY\
    jUD7TS+Wl1t4CDqS1K2U+klBM0Hp3bfmqZ8EslVzJH7LtRBNowKBgAt+fZ1dw9nRftYX+3MrRjK4510FiCWk4jvryPmLgO1a6btb\
    BBHCX7w18PVvT2tC9eZfmJSQ8DQ7Z4p4KMW4xBMl3XlFN0axo9ni552MntYtfWpv07vj5y4d2vuAtObEfn4wihxNElpNYvHsrlHE\
    Wv3+pSTuBeNRKE+bkKFkK0+o
    """

  /// TEST KEY, public: what clients encrypt to.
  static let opEncryption: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDB9lXUM4RDD5o7eOPG75ju2soJfmyRNdfRVAQg7VJHblJodCeA\
    c/mSRD1Plgihb6NoKBk3Q9L7x14cZHhYfJfKqnpQIVZD1ZyXt5+HYtqnzWvfL2brOmZG7q/DR4+oNVcKvFFLDEWvS2rtTMn8yaXC\
    PkCQYF8Vb88+QCpEY3FjZbnofTXm1qMlASd7AXOP/cITo8xwoQwPBCyI1iMp9SXLF9NZl4+/wg/eEiDgKlAZ1hcvu8lCeRJ5my3C\
    5eUff+LaA/fNg4cR05O8EmysXpNLT3AXisCAJ46drLH35Q/ab/zS2e2mKC9hGcMqb7/XIA6g3MLG73zd3pMuejILjs5ZAgMBAAEC\
    ggEABAPBxgkk8TBm/Fkluc3mx/beXLDxtVW8eFg5V6ch31mgugnBcY60+TqRXE7aMeE6LCM8VmEAgnafc43+0bIOgELkEjmGbBQF\
    UDycQDSjGvsNAwsbob3NNSWmnK+kARLNkOrR8fA4lwbEGVJQEfvogus/8d0UysBMNVklptG6HJkKtM2Ever7o76ou1HeZDKiHhBu\
    KhCIm8N4G6lX/H3b1+1E3Y52vAur5gm6G+YXDEi+jPzKb7DivO8L86mrcpyH8nVKoQl2s9dbfRmNqGXjvjTG9mS65Qav5dAJV36+\
    dHQBOoGesM1k/T5xYmeKAK9s7z+5wkEqZRODdP51ikRTSQKBgQDiFkUKh+oJ/2MozBdKD1/0HlNDlroxOHpu0WDvslgEuagOLrhr\
    pMBCic35teHhGQB6euNnr4ZGXxYTEkRanNbNGzpVbsM3QFxCrNS5+eMzJLRZ35qBT4DICY8RZ3838yCFuZpYMkvcfIR7/TNwYOFT\
    EATUcwZvM0v0nVgvPUXWhQKBgQDbn/oqiJbQTgqbs/2/zl1kJJSGfj2KGo6sC+toJsatzNC3tPQIvTr+vAn/ywkgtTJOJ54UrHWY\
    JSECZlishX7M5qg21N9/+piQSgUIeuUIYKI58uyzfPlC2fR09qsdCFgcsv1+iaRQIV00JQppRjqnDoBc7Aiizfmnn8ZJQBvyxQKB\
    gH51OF7gkN7Qs3URWwF4whH4mFgYycJYNdsgUBkiZysVcVOlfE/xUfyluckvm81dP7BCZkoLmo5oBx/ZutP4IAmPbjx0/Mo9vJ0q\
    sL3pcNSddidC89faUU0SU6zHeBgibJF/tD4au+Xy2+PCR3BXMBFWx2zRfcrbJWQIUlfx7MtFAoGBAKjKirmlwELXt89yxdJkB+Kv\
    OncjDqjVQFF517J0Gr34a3DE4cjVpkGgww6UPK+mksL+L8AzyyzjXDs77WqqLonLu/xoHl19e0Npn/SkfuGxYvymdsR7iBaY7Af4\
    jAoEH7Pu3GQj5OSwv7ETxqyiDPHXc0/3F6wIIZdydDJX0yMBAoGBANz7n7UkPp81Va/8q5EjBFyFaEyUs1Oe3DLGTQECib1WNsEn\
    vFPXurhnKsy6NVrzvlruXtiHRGukEU4Z4d0bpTRryTrHADE6p50RvR7+w02zIJNTPDGrfBmINLDfiu/A/KWmicL9fmvR5K9Qga3r\
    A5/pafubvuoZj5mKcZW2V2Qy
    """

  /// TEST KEY, public: what the default client signs with.
  static let clientSignature: StaticString = """
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC82xngPjdtcVXBNaTnr23Mx/QXrdlepNX76pC7mgS1BBuN9dZR\
    T+TIKo2uZvmb8F7QyJ10CZEnNbcQl78B2MfxiY+6Rbg3qPZUwFCVrtQnol/kY4HjiWUY7lNSCZpLNAHeFLvoOgT47MoBBCSQ8G5N\
    f37iHsx8iSUghZBVBMwxbjQ8SWLUHNAoixavwtmVMFvc/YlH5j0pafLA4rcSIg64XDfsPNjYbNULAVMuzg1FHnjd7B2lmVUFOScz\
    i7QCqebambNm3iITLKO+FWH8VOLAb44l/xmkFerwD1isxUCkB9L2RHAbiSVcemhAM15u/O2kFRmPFvV9OonBcrVgkoZJAgMBAAEC\
    ggEAQv7y+gL4RMHs6wKtwmcQa5IPfIr2zsVpB9oZiAPGYbTYVY79fZD7FytJYbI0IGawLB7PBIgUTzWWALPkVbJik8P6EdmD1XMC\
    F+S1cbQ4nOrUW8AVJvPpwmNheXvgmYcUloUCeAqFEw1lR+EBW81/Q8zT5UGJxzAb1KKtJgvyqCHTwKUY3WakLBp6C+BDamVo2cQY\
    ifJFahx+QHcUnW8/kmhC1oAZGuShGZ1wS+i/sNoQFe9AK4VVQxJqFYsLsPvnVFj92EZry5TSfkSRTSX5FKEEBAxS47UbFqXSEapf\
    IaRs5qiqW4pjuXcOu0IpGmtWY4nCH7xXT6gR9KDw5OMFVQKBgQD76n8L0Z6N6zz91Hg4+kY8L04Pza+IAOCH6tmSnBHBHLCRzRoq\
    jcTniLVEqH00YZhE9gfPMcEj86k5cOYsjtQ/2RZHEm6zeotXyG3BNktHr9X7yD/h4rwUYsFOUi4FaO4eOx5r+8Irh8NmYIpx22GT\
    vd60tqSg+HDulorb0gcxbwKBgQC/6uRjB0yuDZ6LIJIb6Z/taQfyRSRFWJzhlOO/VuR01Xhjkoio/s10QCszQRlHKNqHBMJyHtI/\
    fSU9QDeZ+RjObzFSQ2i0EOYdtiFfdUc2BOp5omBNPOLMR/18RUpJgyQHTaWJdPDcFIb/B3/qEhaDi4tfDFONoksdCY3Fscf3xwKB\
    gFKnox2+nnZUK8Pg9b1EKM1QfB1lUGWgXAtcfBzFhnHFNw3vrNkvgN6zFT68xa/tIafmzbMm0Qc5yFlneK5AAtYcJVoWayoKWDPq\
    OFC/vr17rQsarhMwcKODr4dCIYV240IaBaZKiW/88JjjrikjYQW3s525m5SRT4SI8nCjneaTAoGBAIbNZahNS0YCWPdeZGJowiXP\
    HX7FpAl1iZRFsYcHcKbD/rDqD0Ws3AEoxW9V7Xx3LK+j3zSrg4CG1a5lOejT9+GgZqNip9u69veto1lali9SWqQfMsdt2dwlQN6W\
    CO0DyT28A2c+laPwYzYlPWrbU6cIUFft345fjaUSvds72bqnAoGAW0YZdjx/iBFQka8qX2mK81Y6KUnZDq6UqxTIYvLu45LvFBeX\
    EXa1bJ4GmqZ4yQDGkAOp/xMUBvwa3FU8g0DGY+4qch/IvoaOINr9K4BWZ8hXypoZce0+UFpUULv43gFSxKmsToFQlcqirjqGRSn4\
    Fmce2b5Suz2OUXo1z03u3kU=
    """

  /// TEST KEY, public: what the provider encrypts to for the default client.
  static let clientEncryption: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCpCS6/RvceKOIf6H/KlBKGjyfGSUtK93tW2sZrdvY5DVoFUezf\
    3YUNY8FE72iL5xj5pD9hlUs9JVyYH7ZxII9ianuhdlxmjhWQicfdbDYoXgw4MG1TyU9DVjGw9Us3ffQMwDxUG9PxcXFoaypD/ZtB\
    SiXWwCQCEprFMQg+EBHLoPdvGlvAhoRDiRn86oabg0SJfCfsWZajbQYAefbkNgccAT5Ir1JXHtHCdAQLjltj+7SAMmiA4IIsN7jS\
    iYoIY4jZyRfN745UihRzdTGK8yMAY52gK6PhXT7abxA9O5156Kh4cK+I4O9d4DnJEfL9+4DRZ2r/ssIWi/y/rZUi3JUpAgMBAAEC\
    ggEAGlx0vl7GVh1BGoHLQB/0faigptMyW0gaI5Ltw7+jKYWUBuVeYBEvWUW309TURJEvO2tqeQDr4WbMuGqlrKHLyqjZi/Yl9dZt\
    tYNPOJBSJ9x24mJnAlyQMGumRzcR2l8Zqs1l+yX12R78dTDVQBIyXq2+Fe4UD4CwQ1VguDEQXWWFi27kTg/BnFJhG0ZiOwwLrjC1\
    SlZ0mSUxnultdQXgNxTHS1mni42d0ZCHqLqHz6qZTbBh8ll2re6imrrs60LAMGHJ9Q5Chvt8duNfDGFs6LFw1ss0ghnn4BATrtgZ\
    tZXCLTP1MN/OUYnOBXBmkRJYSdQKhjEWbECcFXIHgY6JEwKBgQDaWCs48lZxF8HesZiP+SGsyLR1lAG0FKRacenw6QmQKdWyeeN1\
    3yEdHlbj39hiHJi4W0gJKmiZDNUuaJqbjvkEsjTTXS+iN9JI6Itu5yrEC0n47UXaLo1Pm/Zo5y3iQ5idnvQmqYydrskMiczinLh6\
    9m68pJBAZGDpw/BWZ/D3QwKBgQDGMA79nFqWy3Hu+FMqYnPcAIqxh6b5hiKVsAZtV3qIR7IUlw3QfZ9qshtRDrA2NwhjXv8Yknwk\
    mdkHJGZxYaQ9aqUaehZI4f5H2FCLjbdhnz2MZYyZFfQEL0f0bCN739lMFlYjokAp0w5SJhlLATf3wv4VIiYCq6rli6Krr3wtIwKB\
    gQC2rROkdmRKBFVoau+4bPh2pgkNYkI2lxqWrT3MGDyvB8FJrF7Y7FC5GvwZdNuF4mUHwR84w+l1O15UkKHhyjGfczVtLUbAErH1\
    29FkfTWzhbpi8KkDjPUfiN4VEG28I0/Zd/bPLgV+m5CL0/K+Gd7iybEGVSx3I0RN8Gfw8s+RHwKBgQCLF3F95jzhthjZGWjsxzn+\
    /lZYcBbs6ondOjPYi1uQx5igwL7OQ0wdyrBHPCLJeegmLaak7TG5UkwxqgdHrbph7DXBlkuLjSgz7gnhV22LUwIURbTeP70JLtG2\
    JirlJl5P+yErUxTrBZf4aYq4zDsmZLCDznqUxzxia5SYH8nrtwKBgFZCpgf9Nx5Ne/LoiBN/m289tn/Vhp3rPGX3iJxpWfPLRc/i\
    9GDtwtmm9XyJqHZm1+InkmGk3msFF4VssmTpb4slqiODgFgdirZDAWn0UVJ3p9j7/+QeUqa4oZD7KGzEcY0LbzpLPmXKXU16R33R\
    VLH280tTg+ZOVvcWvD99Uytk
    """

  /// TEST KEY, public: number 1 of the pool for rotation and for wrong keys.
  static let spare1: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC18JIOE5Ob/joNvTnrQ/Jon6z/1hUl8DwAiRsIbsFWr8+tziGc\
    aF6MItlbmGsPxJ8Kr+OYXC/Gw//NJRzIfPfaww8Uig+tMj84MyNLEuHp5wHhRzdxHv1aBBnR3BPQ95+8muT7CB9WULc8obj1amhJ\
    RGaFwOLxpxvuXdBOx38sVbdKP7RyW55Fq9ihN+TYw9Tfo3W8JXqGPnG1pfSWm2gapj7pcjVoH77MWto5j43bqOOOOhYcBszTrLd/\
    3wfjUf4hYggslrQFlREAXecmcrZpA0M3RVQVcLb+Ooe77MgSJnjyxbzBftyhJF+QLwij7TFArKNJVJxuWVqbpnvJBTstAgMBAAEC\
    ggEAEoDvRcW5bTPHoTaVwablLD1TGaji+TsLyy0mhe7HtIKIb1+HvRHDTeLMctuXReEEINDfJ5N2m3M7HJjR6tUE2yeb7MWWzxFN\
    azCOPhgjSEfhgdEdoyBY+XLx0k1c6ZOJmCOztpEuqLdoT18OQc1q4kq115QUsKmDdnRtl1mERlSccJ+13Yrf06U/2eIfgpDFbqja\
    njAwukoBYtyXRe2W8yJQXB3wmIL/QeBY+3pz2MpXoBc29ua1YnqgoxYPdPaeRdS9lYGx/Q4fRNKFATEuREArXtb4DI/mWcFSLGBm\
    VL8a3geYuzidW0/mJOKamxpxloTzMmHbVQrJFs0t8cCXGQKBgQDhpS2PLGd1DYqCYhQykAYxbpzyd2pV2e6VUyVW4hwVKD51ZATX\
    rPXe779igELdwv9XuIkKZmpKGpE6IrqTV8CKyE77U4tNNoFDBwtLwHcQjQ4P7VPLCRcnoi6v9G3GL8RRdaB+UVHOi5+XKs6ct9eQ\
    Q1JxyRPbkhDMrXEdHRJsNQKBgQDOakCq+0dxzOHRzPP1jH3Xss7Arndp55OO4dh1vZr5FRjZW40BnGoNw60mhDZerk/7TDwjhxK/\
    sFcatErj/E2GuhBpsx2Hyrkv8hdDcfWP0MiTNAmt3HxSnuYPxVLA0LVhX9doykmW27u/Hn6U+PpmVQvaA33XyNDIevu4JWdCGQKB\
    gQCzofjECxiNkesbYxMrMYcMoT9ms3Q+xlDuJZQLN9Qdb71RXP+R50qRYRFeTDdvLcZzQiAu3FtvhPjqbC1WETzh/xcJc3fpTyPW\
    hWwTsTPYRELWoRvc/e6mCbHbN96QMQS7yMWs6fYTVQoGoPh8wMpmOYIPvYEGgqDHIKh1AejhpQKBgHi0gaR61Mijetpo87B/u4dL\
    NMRQQdxYY12GjEIt4lYOFD3m34o1oX7zEmoXnoO3g2X8qp5L+pbF0+n1zGWNwPgsDjUBXR9vWOPEuf3iwiqbeO872v0klj7qVLac\
    OUwvwCF1Hk5VHLtvO1cDyhnrjuIQkaGnsQtij1TtNg31MXDhAoGBAMsLtclFP7p3ZgGMEmRG7BFLpaziC6xL2QfNeJzX/zmk/UJB\
    xSUYffp2xXv+J8xoTSYrNT6vDTpjg0pgSBYiz0jzvKbCdy+G7c/qs9p4cuUi4b720kGMZfStkn65uGNeD6SGtyeDxQ/Yu6xkCuZt\
    yJWXc7ddgrbQGZocxbhc1CES
    """

  /// TEST KEY, public: number 2 of the pool for rotation and for wrong keys.
  static let spare2: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDY2bpDYlwJ2d3OnXQMnBxvCsFjQv3Mz8opidw0UUzjF/NglDQ7\
    I2Ik+sP/m4norYm22qJyepbBSTdwMfyaVMBwq++rFSsIU9tqu+9V5ZCTaJlvbl0lUZ7QKn59FHph2cvdXppr9GNgyr46PXkNI8up\
    gxrJMxOLR4IeW198TGe7kOaEOgcUyOWolMb1+eTz7DCX+x234Z/EQ0UOBk2qUGqprDZXpXy/sPCh4bZhqik/AF+xkvgWCiw2gm6v\
    l6RVHYp4G8eREkdwBH1j0mBaH07nZGsmj3otLHYuUaIyOMcRz6FvUml0KYvPQk1qCTMtXA2z+9GwE/ZB8ndDkg5QHhWBAgMBAAEC\
    ggEABJwcyz7LmndB4Yj7+QJm0Za8wZSgjvZ+G4PTbT6K9BMr1KJT6aus9ACrctsqa2qIgF1NmaHI44UgH0PFxR1e/aovCS/VE0tO\
    kVpbSjP8DsEpDVsPEnp1pgLYP2YUe7Doxj0DCv9WDz5CHNx2jsCjfUgU5UDvZf0kO0tZmFuqsxxVeHVJag45IweA+GyPuD/sPdUn\
    uHlYWRaLaarQkJddXa9E5PAub+T8bnfwFxJYf18qE/Oa8lAvt4knIIXMAzRxRLeZl0R0CgkOFBydTEAcjO2GQ0RmCdzQCbAooTMJ\
    WqoHuZH5sG0A4SCFBHmA3kKTR92Jpcb+b+QSnceoXfXBUQKBgQD/QizvYu92Z9dlf1Rlll2S8fcqnMff1RI6ymiUOyyfHJyrMivb\
    pmpicOQMbq5Io37SHIfOCWxTse9puwYsCjPtj+YuCyDEQT6zNHNBLJyXLLmmOuBNS2GvVMEELGf/IwTQRS8hajbD8XJNGe6GV5dk\
    voj6myqup+x/OYQpmnf88QKBgQDZev1e7WTa344w7pKi96/OuHeK2WW9mpIkGYSrJzyzhyfmKDS75qeenGrhujdvPSeMEWL4XAqn\
    y2B+BtS9R4hsxPQMF/LbcV16f4slloSmMlgjU6KIPSHhtjywGjRRg54bALAl5AmIZA+2oTQefoUKRBfSzxsPU3YFeu46CljhkQKB\
    gQD39aHO/a2euOrtps4mTPYjW7d9hoVG8yVdROhoLj9/ZPzv9LHUEom/jOiLBy14VJJKqvpldJPtjakDbXFmcJbXC/VO/vJakwLE\
    dIwNYLfQxtqlFwZzL2n6Nvu1ASoZFzyC0OIitJn0p+Qf77PcftQLQmewAfFpbqh3QjkXbP1oEQKBgQCxMPfGo/yMJ6CeVYK7rLpc\
    3wbm5gFy3cE8EF57ZFicnP3xE8kDXwYqwJ6Ek0gfJeBWysOsPrGfzKAtjjs+jE2m8UE1qT2BdXgIGmqwkVY6YsJU5guCnOxCDkyb\
    3n3J/EaREZpzBLyPl5cF4YmpXsPefWQ7qeoOLp32ERaPy2ZnQQKBgHkFT4voHDsTCRPF2S46KgYFRGwxuIBjL5LuKwImA/BVkwNW\
    cHh2vVKHUczwmqbdAh13kTn2kYTma6/t741MJepCgzO0z3UbVfU+W5wgIfH5IUsBbaE1JKDawA0FBeF2nsdxkH0xcgcpJMZrsVmO\
    Mm+QUqRqhhnvdQIZCpNBC3zN
    """

  /// TEST KEY, public: number 3 of the pool for rotation and for wrong keys.
  static let spare3: StaticString = """
    MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDZjT+QhnH+CwPwuNQjuHn5Pqb1YYRVUIAsTlzk12M1+ocEwh1g\
    AaluGxXDGCvHFGJsY8EFMxbS73jQovfRDaz0tfdny7r0fQkQjP3C6aCi4rF5r5hot0NmaJXcX8FVzG28HfTA63DAxGmZFhyuH23r\
    hPLVVTzirZZ3FrFktCZkjQBnafJHBsSxX7tFPFi6qxhiQHJueDNLnVlJcCObimAWin/5ae6HE5e7fREqQBI4VpJWhWz18Ax1Pr8g\
    v0yKP3v0ZbKiHTrSHcRSv1i29JUi5FFl3OtXICMRWycpNhsbq5Jw69FZ3YXdAjrbJfcsudrCDkluLl9a0fN+EnkIscNtAgMBAAEC\
    ggEAFGOs2rCDFAZ3xNKpzTw/sEi7MKHGW5GbJavlgGwgaAF2MI+53ZLiTIe80ydbiQHD1LlHsKNQZw4bImC3va/cryWzzZZWTA5A\
    8HxqVx961vFMpWU78UqFxl4Ud45A6jfp6/jZxM/8JhDyfa7JGtemv21bLfvaZDtVMA2gLBpHQ+KX8Mb3NxlhfmDnJzR4NOpu6lu5\
    D/GGezZIW0OJF8QyZ4x2dvpCbbvRO8pGSK6/OArsNxHp2Fjp6phSVNLY4DZ32irb9+YyiE0xNE5TdyxEm7Ir1F24kIpNcUUS08X5\
    mPaF/V0PdUK4tNOFj5e2m39OSytEpBC1POim1S1VZ/LpeQKBgQDxj5Mb15FA79ff0qf+0HnUoeJJ8IgYHGaJ231kkdHydDNDc+h6\
    g7hq7kcrlK4PuoENDtxwzPi8/gPqB7U0aY1HN14NzzL9jmz+Ulp7HyNPwZsdIPcjTXmc4U9TmorzwUqq5KsgDT4UTFJfg00eBaXM\
    pA5++GWfazBZOalUH++O9QKBgQDmjkfOwN/Cg1cXjc+x2dPpaVZWGiflY20iqNrcKJ+XVW22BFWkfEwJYXtJ2qwNcOBl/XTemVy+\
    tz+g5lnT0GiuryRgIyZSX+hvVMKxifMaLoUwXuHN0fPhWJacpEwseL8pl5unKyBrUmOMUN1qBLp50MmAh4D8zX2fu/gWcgYnmQKB\
    gQCK25ab9aH46yZz8ltB3kN6WIiFKnCBM6o56uM88Zn3PpbNWo60Bo33YfulcLVSM0rF39oWOa1urrI/UKj4dQiSfKBjXc0Y9ktv\
    MpXymqaozUlGSFHoiDu1U8tO6tKfZmhurj40kYgzEOB1KTwmWubBKTlwAYghSPOlBsFwq18BFQKBgQC6BaaujTR9bxeAK62epFC1\
    DYbZpfT2wkg2JOOhqy1JH2aL6+dl9dwr3XlqV4NmvOJxqBT53efVAWnXWsSzgH5WI35IC1RKNpQF7+++6704LLzOEGBEftg1xBKR\
    hIbpgutKlcbDFKrtrOYhOsXLWtFSpEFQ8QQD9ZEcpr8+7PVGUQKBgQDlLDy+wr9yhZjc+qplmpjX6pkU8IxOngEjlA04DCCUyaP1\
    84yoLhyWIjJBwvpRPMpwrOXwM5nKM7dbqQLPdEMbjnGkzHtJJKi1EuQb9NUnFAzFThe/5Hiqh/U5dQWCFeDfbWPpaQyPD1oMRABO\
    H7G2rIlGFtvlYWzcPznI4NxXWQ==
    """

  /// TEST KEY, public: number 4 of the pool for rotation and for wrong keys.
  static let spare4: StaticString = """
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7Qh+Lh3sqmu6d+mV+XVyUtTNCZkeWIKX1/gLG5u4mBuWWlowa\
    kzDm2/CZ1A4cTZlXr83hSqYPW6LOWAh28c3jJIjB/6yXSkvyzsJxxBiyj0c+POpdv79uJ2H/8HwquP+T6Ti33il2PZIIz4FhyNxV\
    ndmlxQ5egKc/f0hatfjSMO3Ig/ygtGZZqLl4SUI01amiJPuWWkt9zAOLiJQisgyWpmt1cPmBvoORX2ZaUziFOnGFaXb9qTFdOHt9\
    LU6+P0GDcmM0SVDCHDHuvh4fzqDZ+gHZxk4Y3f7S45llrwYCdgRLde3ZwctVmJW8ofU1PXgXjQT2h/iBSUhSZrMFoinDAgMBAAEC\
    ggEAO+bUmXlO7JugLlgNxIUQGx/11E1MpBkwjcbiU4dG8lItemURT2T7dTYxOrwrgWFPZs39wY50HaCWLYTavFXwozMqLkjgCIuD\
    TRpX+DWfIuuTgjTRUgkHLzEY99sRlUcVttaZxrOiNslOYFQk0seCuD6lA5LMXG2yUq0gU6g3fuEMolM7izyBoZ4Uj0mnE5/GoCxU\
    Z2YV4jdVN+C1uGJ0RRz1XzCrUIHG50xv+A9X8nQmNpj53ADN3+cRRzl+5QrjSbHxNUYd83bVMLJHeLhKybvQCQVfSM7xypx55Lv9\
    DzVI54ot/yqBLZX5iQoo6siagB5qGEieNxXbronOnIVacQKBgQDqKJToAEofpKJGwP3qaAHGZxe5AZb8t0XyH2Wunzzvl6iHauCk\
    1XJmFgRdqK67uzOWSq1J9aYXn1o3xNpheVjoxHdKi765Sr+mmLecTRZrzY82e9VRfyWl5KYgoJdJce2p/jLSfwBtPerZZoU3rfjP\
    ZGoTp8HLDqEDYb3I0O7ecQKBgQDMuZ8iz2pFjsoinmfL6YmvB1zYWQIIZJzAQjXXRKEPJ2hj5u5mKD7DbhcU+OP9xYabZ66Pn8ao\
    Ma3eof+oYsClm57o36VsQAeKcbuaIR4p8sKn/k4Un6bj72pMeLOPH+YwDbClcJILlkNrCNmiebBuTB/hkK5Y+NBZWiuNvtCNcwKB\
    gDnyFPdcqvstqKLNu4g4eMf6VxqHVC/xwrNqJaWS7md0JlZskm74CzlMFYR/6821Q8zbagq1aYbK/m5ynoAkoWXoyISAFJCR+N9n\
    R3i8cuH2mownFOD4D/7/mETWuNmKAgBhUX5Zw2dFPUrTXgArYzkfZki66PAxDJNjqq15VsNhAoGBAIs8z/Pf99pZFDdZXyT7sA3f\
    xxDJ8Kz+qPHF1lKTtarV1ZTksk2+n3lRfddgs8ecOUGm0b2TIIyyRRu/OF8w0u+PmROvUBYAsmBBnCNm1NoY5rVVK4uxTdOGuNhL\
    22vDeU5DcVoD5wCEcVPxz/tGIm3RznkeasXOa/3paufb2IHrAoGAYXxPEuPjpTyGYGvdgQHE80JRY1ARlQSVOp57XQST0Rjop1g6\
    gP5OPvPqXD3GnxPye4mHYbT+evlkTx1E/Vxtp/yUGQylM7LzKHemMkoGpNpop6G3hAoEdn8rGap4b0GmQSfp0kQQUTZCaGTlrhKP\
    U4iB2ROUXG7asZTYdldndAg=
    """

  /// TEST KEY, public: a spare on P-256.
  static let spareP256: StaticString = """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1ieR8Szs9sNJYGcaHi5c2O5WrDdTOw/gFDghWMxklYahRANCAATY\
    syYBk3ukcXh5y/OLWqSwmGbZ0TWD+KHos12KgfmUjlvQcHSRQmXLNpvsspNmnFl6lbI9SM59c5/5TkLghvRN
    """

  /// TEST KEY, public: what the emulated provider signs with where it keeps some tokens apart.
  static let opSecondSignature: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCTPFmdrrB4erwoFb3KbmLRtlJo2TQM0Rb1Kab9/wE0BMrTlI0N\
    +PeBOPBhrh8YkzE0a3Qr2wVtD0L41AVtNZAFbDInJuZhc4mgwDRoFbrM/XnCLPlnYgrfFZc/Ldb37G13WLMk/eQ3ET/3ncUmrPIC\
    +LCXFJgoEjqfAojJrPUrMwg5ZR3fkMQI9zsPoThAU1dj6EgDCo9souxAZDE57SGDmddbm9G9d8dWFdAI1iDCj+KCaFhWCC9ia+c/\
    +tXWsdsIPXHO9d+2IVJlZ/terYOdudUHuKR2loa/xBoA9ks+oTOi5QtpFV86tyjFIC/Z8kOcWKY0kjeQEhx1ZwLdM0DFAgMBAAEC\
    ggEAGOJv0Qc32zz/NRUrnR2YBRK4DfF76xihtTDjgPVK+kQ/FZB7YJuuFUCO3CuGJOynudDZcxoS6jJUouKOwjz1yPzW4ygfcuQI\
    pEsn8FmP11qV7BwW0QLQjJDFHc/9D6z9eVjb+koQ+r+nHI4lRpqfUqI+kmJQLyGZl8thXBin3TOClurDMNrEmSHgisThhuQSlEq3\
    o3qrETz/aCcMJ2m5/JmMgM20nYrRX0lcx4aj3ug22ZJqj9QPHzHy7N1vn1XqmcKxeWGuuW8We1CHuQ10Sam26jdhr//mKZ9TE1Kb\
    5nYqSEu5aTpFrVQFiPsJ8qZFkIMlfj2SF6U7fnV9jxJEAQKBgQDONS7TiY0TwPYZ1Pk2b+cg4afDUMwUl4dcMQJ8Q2OfFSGwM9Xg\
    7QDp4G3AI1Vv2JtHONzAiAKXVNxU8B1BG7cKfjv+LWo/2RmPqv0s6F2BokHgUYaGVoAIzFD1Y7Cr4RbcRz9fZyunz+qJkaOH1jQp\
    HMouYqCWOSFAxRWFGatGxQKBgQC2ycnSw21zPqrw7uiTPXZ5r9tQAgf4Fw5lqFxrMMJPPhJvR53gvumMe/vXb7zF6PilLyUuPyQF\
    pOh4EpZZoHI/T49pZASFVvZETs64Accbh6eBzOtopCLgU6FxfjSGqykXhgjOV2layyYLm53HBszDXAdMJBsEIHhNgsm+GDeyAQKB\
    gQCxgyThY3r381eoGyfCDgj4zGjgAZD9dQhIe8Q49sYur0FF7wmCTGRJ8TJpgcFNvDjH0hJvB2a7oYje8aktYE9tEAhTIgNiHWEc\
    xUSXQR0luGlfUq8svBASAtj6tavj+qv0Sr0qQqVZG+o6LQ6KpAJZFfiSf8LgLyQKHt8MqnFARQKBgDZt0f5DmUTW5VoHGhQ2GiBU\
    IE8ru6nBW9UjlBmLFGE6T4z5W2bAEpV1meFl8WVRYTD23/BsdtKDb4HJryGTKFH34/FzCfGWmpBukxmx1dM5ysRY+8RWE9iOrqU3\
    +nYbY4oQrHCdEM8rbPHJ7eqE+NY3gijHG5BYBtq11lMXrQYBAoGBAM3Uc0JRnFTkQNp4vAuOTZ1ALthpkZy/K4OIQ7pkv/h+zc42\
    7WdQM7bR0hxx7NKRsFpYVlNq2o/GDjGCQlTnWly+3XZc0nBlhDLnwRwCIpGCsfFABpUNwNKeD/9t83Z8D10Uyjir9V93lUp0jT+J\
    kpsV3a/8MFTTKvGiJADz17qN
    """

  /// TEST KEY, public: what rotation takes next in that key's place.
  static let secondSpare: StaticString = """
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCmKvNTRoL0bP09+7L0m9Zi9hDnzk6gFP2vd7K6pHDh8KweLcm6\
    C+ZKbuyqP+5G5gWEUuOb77awq8kfQrm9rRT72HzWQNuK1JGwnhEdG1RY5ZfhCNVq5rsnITetviCQg+Ge3lN+n4kUzt1KiUZceQ0X\
    wjruwWXC2EQ4ej4ddc5SM8fFaP3knWmxBJgjxS2nmbQBuiQ5ZqOZiHvXl3mBqyVua7ZZg7J0+sTiia424+iUCLbsIaYxxDNp/bqD\
    WDhSmdP/mO1VPF8o3T0764OyikSnQoRSvVm5W3z/h5eqUOdnw6O0kWAZYwtPrmsie4d2lw6iKJy5PXQEKzqZGgBZuvCRAgMBAAEC\
    ggEAEifW+II3qH54kINN7ytQSjWFzRgV7+h/O+LtlrZFJbCq06zP0dm/PqJ+Tg9IaPt0vpuiZh0z1juc0OM04XA1/trtb+j7++Ak\
    L3qj1szvwztJxBMXo3Oknv7Cg0Om8fdQ6W90Cr2iaBE+rUhQtWWeDDqi/weHR3njAVM88nHW2lUEGd8irNIjbihZ5ISLlmE1br9n\
    veOvWD+zhM/+H1wX24al/1cnaU18hCHcojXXrHCBadOHjKu2xwIJBE7uuwh4dZcSZOcRMQKbb01HguV3HZbw6oIJNArM8nHrRQ2x\
    LqG32xUyLB1hzaCMfAEzl2tVgORmMvdOXkscbLFPe8claQKBgQDcxdPu3LEO4B4eJycWqtvHTvrer7xpwfQwT3Ts8p0v0RJRp2Az\
    qLxo3L0d/Un7C5K2oxgNoez/AlihhrfkSFjzganNKwt09IjyGec17g9AQPr1b2wfbD417wL+/lR8CXBf2Ixc5JsoydfugguPhimJ\
    X+1/qNEVX07jL04hIs1YCQKBgQDArptIPj/MNljoz5Pv7EgGN5TieE5S7IFi9i5JY0h1UnfmzacSlLU8/a74SOvlU7jCEjA+KaC7\
    Gjy1Q8pkelNqA+NECrtEpJX88IniqPLWIrwbP5xC/Yu2iVkTPs7eW/AebkQzzZjIAjLhqEYMBJypPRGAIFGm1dKRtBZu9R+mSQKB\
    gQDK90jnUZeqAFtQB1jFWyEg9DhpYBEM/ZYckAAEEux12HVKAmHMPHWyxjVLi+Bm33XrWLe1WMfEjgijv3HyepzkibFtAQTQajw4\
    r53EE++Ld/IAkIZLwTzUYr9TZMiRHDBmvXQVtsn6zs4o5P/x3Dr1o+55rd9DEdM5w/TFO/Si2QKBgF5j6wwL+qLmqM18CuPI40uw\
    ZM5A01XKKGQ7Z1dqPK/Es5osesEeel6jg9h7mJwiVGs2D84UBHpEEyNVT0vDpSNVPjsx6qVo31Um3NVdoICISZArrDghDxVf2XQV\
    G7BQZ6PwrpaWDFdGxHhJP+9ZPwmlMfKLYpSRQPNBvo+io1uJAoGBAJFwRmmDTzroMgZtjhoJyzRpaDvGVerRJjB/b2aszw0Ghyjh\
    rhV3WV2Oit8tvgTZlNiWmhaIKDVVKkkciu3nBF2qwiyhrL0mheRw8JSaMZKTXubkUGAsoadz1hJd7eMejZcxHKedbzixM+cq8oWj\
    M9wvJpQAu9ZBOT83ACzOJq1T
    """

  /// TEST KEY, public: what the relying party of the demonstration signs with.
  static let demonstrationSignature: StaticString = """
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQC0So4LGpkISyYSxvq343Yq0I/ehNWS+cLwrUILVdG57Sj1v4UbNB\
    omviFgpYsxAAhl/zWIlO55Kf3hMncNsH3PrFTDGKeeX8xKRMa3b2tjkAY+sMqJVCpgr/5OO54e+QObo+/FFC9VswRJhS1B3FXCi8uQ\
    CwtsHe9I0Bt9K+QSGC8s3xiIULnVIADl0ZVQjVvx+FFyp64iRisvWEvC0CIEvAMeC3+u/+gz7FQIynO1FPUyzvlSZs8s/GFh6w+nQn\
    euT3w5jGvWl7UDB43yggX/llJsmhFvsaY7g8iAnap1dHhmKbbzU0XDrW0IK2/VL2zrs8i2mrbGuL2aDwG7PacFAgMBAAECggEAAfmn\
    ILwD3TFlk2MWsBkP3Fw4l0mBRYDy/8wGIzWnfI/6mOamQKwLdU0z9Gkb40eK0ANBxONM0YsCOwtgfofmePX8X77PZ07JYC7stmnEFW\
    0ohFtPfL2tUS3cbWL90n0L6xKat+AGvLufWmbZHhWZ4u3BJyzXzTFuw69z/aUTdJdGhVCljps4gXSvmGrW06u9rbeTCMxqkXfSJDFw\
    la8/SGg5AmE6ybpE2SouXiSn33EwnXkRtXWJg/UJbdLOgMjN30Hy/MqlCdwjOeMyNm12GjQuImhDUs2P1QLV8JYa/6hw90TSdC/cEG\
    jMnHU5OXAR/ZrZ0Uw8uhrcloiugVGXwQKBgQDlffnMoBTU9z+VvvSxmQVezCCH0orisvfjVYWagyp5icOzhGvQx0Y8v9WwtGft8vtj\
    WHDU89d6XuS+7/HnOw7T3g/9WioEqnqOQxQXgbf2+iGTq2HoMSVx8WqtItpKEbEHtcdzuq8qDxezmyNfjajnKn0CpEMWZCQUr8dPan\
    OQTQKBgQDJHbjGHLm2/NPr0/0/hiAcAQdL/QKi1G0VN2MsNm/U0LegrYFRJhm7V+kqs5MBzSFksR73+CS7q6rAFp0NeJI/PtdL+pzv\
    5/NnodnBcwt5ZDJOlwFZWsF1sIuTXyxZV9cvMBpW0/u6oQYHavN/STQB8tSSrRBO+HoHQkAx9XqNmQKBgFa7BW0QEs9pod42DMQR0L\
    XC74hlSZfji0ufRp7ec277Ybq2kQiWRzUuStQ9WgnTiq5A/mN8xDK7Kjf+9q0s5K2tft2A9eBNjYO2ViGMJLpyTb5BRv85k608T9Sf\
    F2Bmz0DaskZKh2idy5dVSkkSgILcy+HzsmcD8Z7fz7Nzx7kBAoGAeCjd4OAAxafBJkF+KZoFTTYAGhKMpKSul+KDykKsBka9r656eP\
    V+okQf93da+dSJgxOgIR+NMuOaHTJlm0rSdh8hmy+c3GmFMAGvjLkjvd9zfykRkUV8GMjmW6KdaLPmyTbARehZmmPiqkPoP8CI5jEj\
    eI8WE1i57+RRXogANOECgYBl6qpz1M638eQtUhndUecT28xxl/JkhlxRmiCAT2OWxbpFUzbzCtNnbViysoFn6iM9VNU3ZjrrDH5YVo\
    m4V9LATQHNJT8RzwziR6aG4BOHlzDLGv1pvKSRgvc8pSDp2anYLxILTqQmriiyvJvCx+iGYdXcXLF77VWBdzGSUD+W3Q==
    """

  /// TEST KEY, public: what is encrypted for the relying party of the demonstration.
  static let demonstrationEncryption: StaticString = """
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCrW4YRQQmi7QUQu1ztV7hJC2AMfhpFtJmlS7oP4F8+SMDItKDgT3\
    uNbUHJHjRiyyO6DljKxaDW/6xzyNj2mNw7476Zw2ovsiiRrRqbLrfIEUFWGdw1FS1fc8dN2Dy7yF1QW8o2g1EfMXCdnpNUZlSuWpav\
    2CNTFWQXga8cp+TOwCIWRA1MhUpHggKP66vxlscVOlX1i37aUD+6jPCtXz57tq5jYBCRaeMkNqxRFHpTrU7orp4+X/6UghyORtWtwS\
    bidlU1V6lsk2uxAcC40n93MkbIsnQ/SCOCLYGcpHibBjW6gWkJmvRZd5EacYnPTL5RV09mBQ4S+yAlaP6lSC6nAgMBAAECggEAKyNa\
    0Gwpk2EM5eXtInjzVTwuXWa/kW3CQkkamZWYFJN3KO/EEkQgK/3l0k4uzPIr19J1yvJOp+Fslidpa0cXJmKSoJ3/1OsKaIYGDSwJKy\
    4g3x6af6iJqB56/Z9ixrlNuIWrFecgHHSzT5LUryolxlDa34DPf8KCVKKapWGk6eEt02N/8uxEK3H6KscXxMUr12gUiMzAZrdSctU6\
    L4mkVdyqzf41/jMgtaiO3GWzhbCx8rduU7fhyN/uYJJXU9R2O2RUypSne5M7R6gcP8JJSo5NgHtkgNaK50zw028sMIK3ziw/e/SMrX\
    KE82vDUOgP333x6BWoizXzwRxKrEYMdQKBgQDhvmPscSQm/ozLsdm7cdh/gNbPl9NyAi8J9Xxqr6RkKabrVQ2YW1Q/20HQBXtqCnje\
    ikdhtL8HHvJTNrmYxSeM9hWMn6zFfUaYP+1LafT2HTqucoG9HrbUix3oWDkQUNRWrnihOxxhu7X74T8Q4BtQKeOY1Ef/sea3Z5/NrS\
    27SwKBgQDCUw9w3I4sV+fiRGfQrTknTdIWy8302TBr5ZuZGnocp18gZq5T7VtFEl11FmvzUXbLGm1VdHQD3lV6plNuushp7NW2qBgk\
    OV12Qjyzr8n+HbMKwFszLbWdC/7E3ukFEPqaqNIREJ4jnF1JEa5QbPzdFMfYdP45RttW+07wjRcElQKBgFQhCExNvhNqOj6PgX2B6B\
    VchrHG+145wh4MBtobq0BI5ZQ+llp5buR9agGEiYHzdSg6kG+xVJ/qwJSSiIiOsTavX0iRGWpgTbbf3CeGzWwLaJsqwX8huzFqxzKX\
    7mxOM1Q6oWo1BVbHBgNg5of7fTJa6h9CvbJlMn6Xd87HA4wRAoGAPbHvOg7cGJoEJeM/7pHAjoj3hYNJLU5zQB5Sy0YLtOMyoW/YMw\
    8tpf1RrKXkugiIJa2LPtFNMBk7nEgIPySQEok9xNMTbxTDZpNbAFV0VPiK6oPtsI73lRfE2C5JXvFoDwhAQWi8PGQdfeBeLmybz3kU\
    hdWHDRpA8xmwk1DIGQ0CgYACneXOtroeGsV3cNwNZrf/OsK//BKhae5XTnDTFVZol7LfVz2wDBPTL+QtkVcdqefzo4WhKaol6KzYJN\
    ZltzlH2DkpXqMsKxhUQ7zE4+Sk7jggBs7dKYCcupk2kolJrH45BQ36coX5+NBeSMrKobOc35ZsFEU6pXAud8Uz6FWtKQ==
    """
}
