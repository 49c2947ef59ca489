import type { Scenario } from "../../hosts/browser/session/scenario.ts";

/**
 * Twenty-two records of the example memory-leak, anonymised, as version 1 wrote them on the day it
 * came to be. This link is never made again: anyone who was sent one like it opens it still.
 */
const FRAGMENT = [
  "1=H4sIAAAAAAAAA-1aW4_bNhZGum9Cf0SgZ3HKOyU_Nthmi24WRYvdh26CBUlRtmJL8ujibhDkvy9ISh6P5ZnRbOzCSZ",
  "WLJVFH5xzy-3jIc6SP4XaTF0212YSLUMtt29XmOxRGYVmlJly4AyDIEIGhIpSZMArXnTIb04aLcIduCLuJwyjcyA9V14",
  "aLj2Fq0lzL1qQ_FnJpfmjCRSY3jYnCZrvJ21dV2cq8NPX-xqfI2pU6bz_Yx_W2CxchDaOwMEVVfwgXYYwIRgz_lIdRaL",
  "YrU5habkDTVrVcWh8RpDETHMKf8tBqq8osX1pd67xMw0X4k_f3lWvvatnmVRlGodzm_zJ1Yy8WQ59u_MM367i5yavvdk",
  "iZVtrhaD40rSl-MY2pdya1yvfuYcbfOMNWx0kJhrCV-BSFjTalrPPK3v59Jdsfs3DR1p2JwqIqTGnH9JsbCOFv1mS-LK",
  "WFxeu5kTuZb6TaWAi2lbNQysI0W6kdUsM5QLFJYhHjFBNukZSFvb-tUkAZ0TRJE4mJCqOwy-3wICmliJUGkMAUpJRzIF",
  "CiAVFSKaUlTtLEdm9bpa9WslyaJlz8-2O4rfOqdqC9GDRlmREoyzhAWlg3SAJizhDQhqFEZgnGxprVAwcaB_hwBXCMMM",
  "wQyQgk98YPvbaj9yn6GHaNXJqfTa3dWL14XhfeDdwYOLA44MDi5aMUeFtaMi1enuLS29Lscm3P_ibrdPG2fPnyGLLFSw",
  "Thm_xtGX76FHwM29xB8s3NX37zYDYHdP25Sv-eN-0xQ3eWhnlrCj_8hWllKls50KBHWHFFeUIYSbXusR8ThIlEqtgoLD",
  "Xa0wBDZZCRKVBYMoAoJUCoOAMKxgpzjJHOpPWpLKvWddv73ClTl6Y1brD6oWuqrnYm5ban_dZoK72rNl3R86d32jcBTQ",
  "TjiMfMCMvvVdW0P8t2FS4-OtzvC7MMGp5JrRMEB1j3jLpTfccsShKhTIJjo5MwCmvjPWyc-ndR2Jq6yEvXq9e11JZheZ",
  "X-anRVWmheRHu2v9rIpvmH1-9jAnAhUtd5m2u5CaPDiWG73sq2c0O1XcnGPvZLV5Z5uTycCL86oX5g7BPGPlD3gtZJ6-",
  "Vt1Tjz4SL83jTtX7OsqtvQjc8DbEAJZjojWFABn8cGJI0iiAmAMMNAUwhBomMFOEkJNowSnurLsUFBrBKBYAIxngQwxh",
  "knkpCMcXQEcLjJi7xt7gcUAX3Irs1tZxp_1688CMLicPHxkp_PEr3pmtbUfzhRurpp3aLxGE9gwjiEJuZCmQd5kqaYkj",
  "QRNMvueCJjnqWJwCCjKQdJSlKgMU-BTmOhiESI6AtGDcOpYAk3wigyiScGsjRhysBYiSk8wfFDPGH3acLpZ9JEO8CuiR",
  "SKpwmFJOE0Uw-SgmKiiKYaKiH3pEikEYlSEsQGEaCEgoASngHMU5GlKaHSbT8uRQoFBSWcx5yacFjy38jtA2uJTKFkhG",
  "vNkkkUYgQzSqlKM_wIhfpgckgR-vqhkDOSeiaPLsmV152sZdkakz5KlhTFNCVJLKh5eKU5SZYsk1RkOAZCQQYEgxkwse",
  "ZA6kRTJDLMkvRyZJEsVYQInAmdToKf6CzFHKFYshH8Y2jxUZgYMoHrwXdaLEApSVIhlaT0mbGAYs3ilCKAaZaCOFMpwL",
  "GMgUkyQ6DimVT0ghuJTOGEJgSLZNrs_nPCe5QXTkorn5F5XQzeDCvBODUsxtNmL0uEZhnSmnH4eYnAFezuuWapnZUkY-",
  "S5MXdSon6pSZlwIojQSHA1bXd_WBh4elIe7eD7-sw14XswKd9ZK11RyNqVv3zZzR_7neGpEpxPKl6dHLehPHc3BHcFB1",
  "tu-L2q13m5_NW0339ordcvDrdFrhjx0KP7esbw5Glt7z7v-SjMmglPDlXDu5bcDlXzQ23MwaXXWHelV_cxzIe65BktDK",
  "f_bGzp78WnA3Zc2JLtm9t2Hlsp5H-3drJb7V29rSvdi_tyk63gVekvJrPPPaMC9OnZ1ZY7KpzEuq6q1uPdNSY9HoC7Ad",
  "1Uyyel7jPvpDkfg5zjj2iKjrOE44rTiTr0fYV2oOtKm6b5jw0JPob0DbrqXPnSzbtjFCZVXiagcFQS-RpQGJWFLofCpL",
  "rGBBSOCg5fAwqjosvlUJhUSJiAwlHO_lWgcFjl8K9Gpkez45rH5RCclN1PQPAoL_saEByVHi6HwqQk_M-JwqhCcMmVfd",
  "qL1mcmsV8DCqNE_pIRaULuO2V_dT8p_RpQGCXmZ0Lh3YmX3nPOO-e8c857zdFgznmvAYU5570GFOac9ypQmHPeLxzBOe",
  "e9BhTmnPcaUJhz3mtA4Y_MeecPvecPvecPvecPvecPvecPva-IFPOH3vOH3vOH3vOXwPOH3l89vPOH3vOH3vOH3pPw_U",
  "HmG2MXpPnD7fkl9vwS-wst780vsa8Bhfkl9jWgML_EvgoU5pfYXziC80vsa0Bhfol9DShc6iX2_MnwnG3N2daXFg3mbO",
  "saUJizrWtAYc62rgKFOdv6whGcs61rQGHOtq4BhQtmW9_CCEX4kb8kond_v0XrYpVpGqCAJIG7EFUQdAGq3yu2i4czCI",
  "MuIGgDA-Ju3_3zz5QBzlEM4f6yxBBCGPCErKqD5lVR22bBTXHYjEuSuxuEQvcnYE1VxAGP4WQpvLq9fb5oFSDbYpIAYW",
  "Y70EAYxAF2rShAOLeNGsIgCTD2jRVbjwSrfD2S23A6ktu8pyM5IkWnR5JExsq2Wnm2f8JeFYHmJ3zVfOQrCzSrxs5qzo",
  "69ZQHFAo4kKV7Dkb9od7tZjodqV-PlWNaOcowj-dDfIDr808ujR-Q90Z771GZXaggjgDBv7LHbVe6SVn2z8Edo3G1Ekt",
  "i367VvZ9Rfm6U_yuE5344yL4cTR3vJbu393po31tvqTfWWekO9nd5Mb6U30tvoTfQWnu7xMs98F0nnXG5l34Od7wEtoT",
  "02pO_w1ndYUNeRLvHDdNsP03t_hNA_TDZeGrrZLcR7C3fUm_KWekO9HW-mt9Ib8Ta8id5Cb6DX36ufwIl-ujsPB27cne",
  "-jwH3WuJBwv8nFh2cz8oLWbaj6Evx5bIajkRYjI0AjFhF7ACxKI7CKNhEwEeARwBGPbDxGjnOO_DbuRbEjsGMacHOIQE",
  "8ZGGF7yd0d6Zjp5pHwZO0D4H0XjrrqolhE91LDWYCOeovNGb3Sx14lR17haV5VDk7ggg12P9bJxFu2183eEeQl7S9xPl",
  "lJe0LPOUxVeiaHzjVCa7vCOqvAsj9SPhi6X2UbvMOJw4ZZWfs_9ljbX-F6EZ9xjDbqbC6da5SIjLEL_w4zwPZMjZA91T",
  "7ou18X42O3CFLrDHWyjtt-SRw2P2cZKyLj7KyO0VH4u3_59IjS046XNqjhyEVc-4-5I4tQhKJAs9Y5RqrBc-6umfOcum",
  "XTNki_Ju9nj--q_3UzCahzMlFzeU63_m82HmPAudNvi8KR3714XJ0Dy-HHT4bUnjofvCd0sOGC8hmH6v3ZfDrXOFFUWq",
  "D6fd3KerK29vwsEfae21T1s8YFFB9b3FIV-52e1c6aMw4VxfScbp0rxmHYrvtttd9jSr_jXPl9OHRBBbkwi7DfhqKl35",
  "x3fgOOvaTye_StW-7R2u95i3Ouohh26MKunmtUfR3BPL90oNN7pQN7WbS3FnCaiKI5bF-tV9ZlxleQHraXZF3T41x_dV",
  "g8eFIKr27z54uavnigAoS2h2l23BcP-GGa7RsrCkeC1QqO5NbdWOFGjfURKbbxSJLI2Hp7VDywxzrQLjc9ekDzISTtdb",
  "NAc0xPSGZ0JElx0owkKS6akb9-5KrjAkDfXp5O9E_dLboMDoEXoNJFZcfznWN5rD2FXOR1uacTcRJg53eeTuaE6tXShW",
  "9G_NZeOd3ELd3KqiK-ZMI30unxcl7MSwEnBrzcCQMlWd_u-3YvHfNU86d36ddZdFjiXk5bdSrhCwyMlNsAiSiJAA0Qdt",
  "sxovvlMAJZPCRK6HBL04fMACN9P-IECK8eV7F_IBlC2LGKcrd_2OUdyNdy3BodN5O8qPQTKp72Yr2lfZbj9wzE0cylkw",
  "ROcsIVGB_R8LQPRIqde4hBn1_Y_fFy_8unQUJkrJ_ScrR5OeHbcmgpLGOI3UGTQDNXO2Pr_U7LF-ZcgkSXk9zTXD-h45",
  "GBGtzlqLm_RXYZmd8G2xV4kh_mCR1P-0H9Pgn4cprbgKbrgXQRQGyaKxQVT6t5kj7_AztbilZ1dAAA",
].join("");

const SCENARIO: Scenario = {
  configuration:
    "apiVersion: kubelet.config.k8s.io/v1beta1\n" +
    "kind: KubeletConfiguration\n" +
    "evictionHard:\n" +
    "  memory.available: 100Mi\n",
  whatIf: true,
  podChanges: [
    {
      uid: "ffe71ff6-1c7e-1839-8651-ce519af922eb",
      priority: 1,
      containers: {
        "container-28120f13f303": {
          memory: "1Gi",
        },
      },
    },
    {
      uid: "1aaa78bc-030d-d466-719c-3babbbca29d9",
      usagePercent: 105,
    },
  ],
  moment: "2026-01-15T10:12:20.000Z",
  signal: "memory.available",
  pod: {
    namespace: "namespace-18e98782d236",
    name: "pod-453c49d9a23b",
    uid: "1aaa78bc-030d-d466-719c-3babbbca29d9",
  },
};

/** The content of the link, and what it is read as. */
export const LINK_OF_VERSION_1 = {
  fragment: FRAGMENT,
  scenario: SCENARIO,
  lines: 23,
  lastLineBegins: '{"time":"2026-01-15T10:13:30.000000000Z","summary":{"node":{',
};
